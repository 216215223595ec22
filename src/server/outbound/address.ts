import { BlockList, isIP } from 'node:net'

/** What the address plan of IPv4 (IANA special-purpose registry) keeps from the public, and services of clouds on public addresses. */
const REFUSED_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
]
/** Inside of the only global block: tunnels that carry an IPv4 address of their own, documentation, benchmarks. */
const REFUSED_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const listOf = (kind: 'ipv4' | 'ipv6', blocks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const block of blocks) {
    const [address = '', bits] = block.split('/')
    list.addSubnet(address, Number(bits), kind)
  }
  return list
}
const refusedV4 = listOf('ipv4', REFUSED_V4)
const globalV6 = listOf('ipv6', ['2000::/3'])
const refusedV6 = listOf('ipv6', REFUSED_V6)

/** Whether an address is one of the public internet; IPv4 written as IPv6 never is, nobody needs to write it so. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !refusedV4.check(address, 'ipv4')
  return isIP(address) === 6 && globalV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6')
}
