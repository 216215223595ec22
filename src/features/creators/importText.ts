import { defineText } from '../../core/text.ts'

/** The words of the import of creators and their bindings. */
export const importText = defineText(
  {
    note: '每行是一个达人与合作方的一段绑定；填写解绑时间即结束绑定，没有的达人会新建。绑定改变后，作品按发布时的绑定重新归属，手工指定归属的作品不变',
    see: '查看投稿数据',
    fields: {
      platform: '平台',
      creatorUid: '达人 UID',
      creatorName: '达人昵称',
      partner: '合作方',
      bindTime: '绑定时间',
      unbindTime: '解绑时间',
    },
    hints: {
      partner: '合作方的编号或全称',
      bindTime: '与现有绑定相同则视为同一段绑定',
      unbindTime: '留空表示不结束，或保持原来的解绑时间',
    },
    reasons: {
      PARTNER_NOT_FOUND: '合作方不存在或无权限',
      PARTNER_AMBIGUOUS: '有多个同名合作方，请改填编号',
      BAD_WINDOW: '解绑时间须晚于绑定时间',
      TWICE: '文件中前面已有同一段绑定',
      OVERLAP: '与该达人的另一段绑定时间重叠，请先填写那一段的解绑时间',
    },
    notes: {
      creatorsNew: '将新建 {n} 个达人',
      videosMoved: '{n} 个作品将按发布时的绑定重新归属，双方的统计随之更新',
    },
  },
  {
    note: 'Each row binds a creator to a partner for a time; an end closes the binding, unknown creators are added. Videos then belong by the binding at their publication again, except where their owner was set by hand',
    see: 'See the video data',
    fields: {
      platform: 'Platform',
      creatorUid: 'Creator UID',
      creatorName: 'Creator',
      partner: 'Partner',
      bindTime: 'Bound from',
      unbindTime: 'Bound until',
    },
    hints: {
      partner: 'Code or full name of the partner',
      bindTime: 'The same time as a known binding means that binding',
      unbindTime: 'Empty: open, or the end it has',
    },
    reasons: {
      PARTNER_NOT_FOUND: 'No such partner, or not yours',
      PARTNER_AMBIGUOUS: 'Several partners have this name; give the code',
      BAD_WINDOW: 'The end must come after the start',
      TWICE: 'An earlier row of the file has this binding',
      OVERLAP: 'Overlaps another binding of the creator; give that one an end first',
    },
    notes: {
      creatorsNew: 'Creators to be added: {n}',
      videosMoved: 'Videos that will belong by their binding at publication: {n}. The figures of both partners follow',
    },
  },
)
