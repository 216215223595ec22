import { routes } from '../../src/core/access.ts'

interface HiddenPage {
  name: string
  path: string
}

/** The pages no menu leads to, as an administrator of a demo opens them: those of one thing with the first there is. */
export async function hiddenPages(url: string, password: string): Promise<HiddenPage[]> {
  const ask = async <Data>(path: string, init?: RequestInit): Promise<Data> => {
    const answer = await fetch(`${url}/api/${path}`, init)
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return ((await answer.json()) as { data: Data }).data
  }
  const { accessTicket } = await ask<{ accessTicket: string }>('user/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const first = async <Row>(path: string): Promise<Row> => {
    const headers = { authorization: `Bearer ${accessTicket}` }
    return (await ask<{ list: Row[] }>(`${path}?pageSize=1`, { headers })).list[0]!
  }
  const { articleId } = await first<{ articleId: string }>('articles')
  const { statementId } = await first<{ statementId: string }>('settlements/sm4')
  return [
    ...routes
      .filter(({ hideInMenu }) => hideInMenu)
      .map(({ name, path }) => ({ name: name!, path: name!.startsWith('article') ? `${path}?id=${articleId}` : path })),
    { name: 'statement', path: `/dashboard/settlement/settlement_sm4?statement=${statementId}` },
  ]
}
