import { defineText } from '../../core/text.ts'

export const formText = defineText({ cancel: '取消', confirm: '确定' }, { cancel: 'Cancel', confirm: 'OK' })
