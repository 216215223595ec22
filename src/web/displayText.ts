import { defineText } from '../core/text.ts'

/** Words of the panel of language and time zone. */
export const displayText = defineText(
  {
    languageAbout: '界面、错误提示和之后收到的导出文件使用的语言。',
    zone: '时区',
    zoneAbout: '所有日期、账期和截止时间均为北京时间，不随设备变化。',
    zoneElsewhere: (here: string) => `所有日期、账期和截止时间均为北京时间，不随设备变化；本设备的时区为 ${here}。`,
  },
  {
    languageAbout: 'Of pages, error messages and files exported from now on.',
    zone: 'Time zone',
    zoneAbout: 'All days, periods and deadlines are Beijing time, whatever the device says.',
    zoneElsewhere: (here) => `All days, periods and deadlines are Beijing time; this device is set to ${here}.`,
  },
)
