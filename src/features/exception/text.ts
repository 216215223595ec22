import { defineText } from '../../core/text.ts'

export const text = defineText(
  {
    titles: { 403: '没有访问权限', 404: '页面不存在', 500: '服务器出错' },
    bodies: {
      403: '对不起，您没有访问该资源的权限',
      404: '抱歉，页面不见了～',
      500: '抱歉，服务器出了点问题～',
    },
    hints: {
      403: '需要权限请联系管理员，并说明你要做的事。',
      404: '地址可能写错了，或者页面已经移走。',
      500: '请稍后再试。若仍出错，请把请求编号告诉管理员。',
    },
    asked: '访问的地址',
    requestId: '请求编号',
    copy: '复制请求编号',
    copied: '已复制',
    retry: '重试',
    back: '返回',
    home: '返回工作台',
  },
  {
    titles: { 403: 'No access', 404: 'Page not found', 500: 'Server error' },
    bodies: {
      403: 'Access to this resource on the server is denied.',
      404: 'Whoops, this page is gone.',
      500: 'Internal server error',
    },
    hints: {
      403: 'If you need it, ask your administrator and say what for.',
      404: 'The address may be wrong, or the page has moved.',
      500: 'Please try again later. If it keeps failing, give the request id to your administrator.',
    },
    asked: 'Address',
    requestId: 'Request id',
    copy: 'Copy the request id',
    copied: 'Copied',
    retry: 'Retry',
    back: 'Back',
    home: 'Back to the workplace',
  },
)
