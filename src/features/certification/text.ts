import { defineText } from '../../core/text.ts'

const zh = {
  state: { auditing: '审核中', passed: '已通过', rejected: '已驳回', withdrawn: '已撤回', expired: '已失效' },
  accountType: { enterprise: '企业', person: '个人' },
  certificateType: { identityCard: '居民身份证', passport: '护照', travelPermit: '港澳台通行证' },
  enterpriseCertificateType: {
    businessLicence: '企业营业执照',
    institution: '事业单位法人证书',
    socialOrganisation: '社会团体登记证书',
  },
}
const en: typeof zh = {
  state: {
    auditing: 'Auditing',
    passed: 'Passed',
    rejected: 'Rejected',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
  },
  accountType: { enterprise: 'Enterprise', person: 'Person' },
  certificateType: { identityCard: 'Identity card', passport: 'Passport', travelPermit: 'Travel permit' },
  enterpriseCertificateType: {
    businessLicence: 'Business licence',
    institution: 'Institution',
    socialOrganisation: 'Social organisation',
  },
}

/** Words of the list reviewers have, and of the kinds and states everywhere. */
export const text = defineText(
  {
    title: '实名认证',
    columns: {
      name: '认证主体',
      organisation: '申请方',
      party: '身份',
      state: '状态',
      accountType: '账号类型',
      organisationCode: '组织机构代码',
      legalPerson: '法人/姓名',
      certificateType: '证件类型',
      numberMasked: '证件号码',
      createdAt: '提交时间',
      validThrough: '证件有效期至',
      enterpriseCertificateType: '企业证件类型',
      decidedBy: '审核人',
      decidedAt: '审核时间',
      reason: '驳回原因',
      id: 'ID',
    },
    choices: { ...zh, party: { partner: '合作方', supplier: '供应商' } },
    filters: { keyword: '主体、申请方、代码' },
  },
  {
    title: 'Certifications',
    columns: {
      name: 'Certified name',
      organisation: 'Applicant',
      party: 'Kind',
      state: 'State',
      accountType: 'Account type',
      organisationCode: 'Organisation code',
      legalPerson: 'Legal person / name',
      certificateType: 'Paper',
      numberMasked: 'Number',
      createdAt: 'Sent',
      validThrough: 'Valid through',
      enterpriseCertificateType: 'Enterprise’s paper',
      decidedBy: 'Decided by',
      decidedAt: 'Decided',
      reason: 'Reason',
      id: 'ID',
    },
    choices: { ...en, party: { partner: 'Partner', supplier: 'Supplier' } },
    filters: { keyword: 'Name, applicant, code' },
  },
)
