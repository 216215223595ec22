import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import type { Outbound } from '../../core/outbound.ts'
import { isPublicAddress } from './address.ts'
import { openOutbound } from './outbound.ts'

const hits: string[] = []
const canary = createServer((request, answer) => {
  hits.push(request.url ?? '')
  if (request.url === '/away') return answer.writeHead(302, { location: '/hop' }).end()
  if (request.url === '/endless') {
    const more = setInterval(() => answer.write('x'.repeat(8192)), 1)
    return void answer.on('close', () => clearInterval(more))
  }
  if (request.url !== '/silent') answer.writeHead(204).end()
})
await new Promise<void>((done) => canary.listen(0, '::', done))
const { port } = canary.address() as AddressInfo
afterAll(() => {
  canary.closeAllConnections()
  canary.close()
})

const troubleOf = (door: Outbound, address: string): Promise<string> =>
  door.post(address, { headers: {}, body: '{}' }).then(
    ({ status }) => String(status),
    (error) => error.trouble ?? String(error),
  )

const HOSTILE = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
  ],
  ...[
    '0177.0x0.0.1',
    '0',
    '0.0.0.0',
    '00.00.00.00',
    '①②⑦.⓪.⓪.①',
    '１２７.0.0.1',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '127.0.0.1.',
  ],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'printer.local',
    'db',
    'metadata.google.internal',
  ],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::127.0.0.1]',
  ],
  ...[
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
  ],
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.100.100.200', '168.63.129.16'],
  ...['224.0.0.1', '255.255.255.255', '198.18.0.1', '0xa9fea9fe', '2852039166'],
]

describe('addresses that people give', () => {
  it(`none of ${HOSTILE.length} spellings of inside addresses is spoken to`, async () => {
    const door = openOutbound({ timeoutMs: 2000 })
    for (const host of HOSTILE)
      for (const scheme of ['http', 'https'])
        expect(await troubleOf(door, `${scheme}://${host}:${port}/hostile`), host).toMatch(/^(address|internal)$/)
    expect(hits.filter((path) => path === '/hostile')).toEqual([])
  })

  it('no other scheme, no password in the address, no port of another service', async () => {
    const door = openOutbound({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    for (const address of [
      ...['file:///etc/passwd', 'ftp://example.com/', 'gopher://example.com/', 'data:,x', 'javascript:1', 'x', ''],
      ...[
        'https://name:word@example.com/',
        'http://example.com@127.0.0.1/',
        'http://example.com:25/',
        'http://example.com:22/',
      ],
    ]) {
      expect(() => door.check(address), address).toThrow()
      expect(await troubleOf(door, address), address).toMatch(/^(address|internal)$/)
    }
    for (const address of ['https://example.com/hook', 'http://example.com:8443/', 'https://例子.测试/'])
      expect(() => door.check(address), address).not.toThrow()
  })

  it('a name that leads inside is refused, also when only one of its addresses does', async () => {
    for (const addresses of [
      ['127.0.0.1'],
      ['93.184.216.34', '10.0.0.1'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      ['fe80::1'],
    ]) {
      const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      expect(await troubleOf(openOutbound({ resolve }), `http://hook.example.com:${port}/named`)).toBe('internal')
    }
    expect(hits).not.toContain('/named')
  })

  it('a name is resolved once: an answer that changes after the check changes nothing', async () => {
    let asked = 0
    const resolve = async () => [{ address: asked++ === 0 ? '93.184.216.34' : '127.0.0.1', family: 4 }]
    const door = openOutbound({ resolve, timeoutMs: 300 })
    expect(await troubleOf(door, `http://hook.example.com:${port}/rebound`)).toMatch(/^(unreachable|timeout)$/)
    expect([asked, hits.includes('/rebound')]).toEqual([1, false])
  })

  it('an allowed inside host is spoken to, by name or by address, and no other', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const door = openOutbound({ allowed: [`127.0.0.1:${port}`, 'hooks.inside'], resolve })
    expect(await troubleOf(door, `http://127.0.0.1:${port}/ok`)).toBe('204')
    expect(await troubleOf(door, `http://hooks.inside:${port}/ok`)).toBe('204')
    expect(await troubleOf(door, `http://127.0.0.1:${port ^ 1}/ok`)).toBe('internal')
    expect(await troubleOf(door, `http://other.inside:${port}/ok`)).toBe('internal')
  })

  it('follows no redirect, waits for no silence, reads no endless answer', async () => {
    const door = openOutbound({ allowed: ['127.0.0.1'], timeoutMs: 400 })
    expect(await troubleOf(door, `http://127.0.0.1:${port}/away`)).toBe('302')
    expect(hits).not.toContain('/hop')
    expect(await troubleOf(door, `http://127.0.0.1:${port}/silent`)).toBe('timeout')
    expect(await troubleOf(door, `http://127.0.0.1:${port}/endless`)).toMatch(/^(tooLarge|timeout)$/)
  })

  it('public addresses are public', () => {
    for (const address of [
      '1.1.1.1',
      '93.184.216.34',
      '172.15.0.1',
      '172.32.0.1',
      '223.5.5.5',
      '2606:4700::1111',
      '2400:3200::1',
    ])
      expect(isPublicAddress(address), address).toBe(true)
    expect(isPublicAddress('no address')).toBe(false)
  })
})
