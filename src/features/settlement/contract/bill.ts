import Type from 'typebox'
import { defineEndpoint, idParams, strict } from '../../../core/contract.ts'
import { LANGUAGES } from '../../../core/text.ts'

/** Without it the language of the request. */
const query = strict({ lang: Type.Optional(Type.Enum([...LANGUAGES])) })

/** A statement as a page to print and keep: what its detail answers, in the same figures. */
export const billPdf = defineEndpoint({
  method: 'GET',
  path: '/api/settlements/statements/:id/bill.pdf',
  permission: 'settlement.read',
  params: idParams,
  query,
  raw: true,
})

/** Every line of a statement as a workbook, its sums on the second sheet. */
export const billXlsx = defineEndpoint({
  method: 'GET',
  path: '/api/settlements/statements/:id/bill.xlsx',
  permission: 'settlement.read',
  params: idParams,
  query,
  raw: true,
})
