import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

type Network = readonly [address: string, bits: number];

// IPv4 networks that are not public (IANA's special-purpose registry): this host, private, carrier-shared, loopback,
// link-local, documentation, benchmarks, multicast, reserved, broadcast.
const NOT_PUBLIC_4: readonly Network[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
// Only 2000::/3 is public in IPv6. These networks in it carry an IPv4 address or are unreachable.
const PUBLIC_6: Network = ['2000::', 3];
const NOT_PUBLIC_6: readonly Network[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const createBlockList = (networks: readonly Network[]): BlockList => {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  return list;
};
const notPublic4 = createBlockList(NOT_PUBLIC_4);
const public6 = createBlockList([PUBLIC_6]);
const notPublic6 = createBlockList(NOT_PUBLIC_6);

/** Reduces `::ffff:a.b.c.d` in any spelling to that IPv4 address. The URL parser writes it as `::ffff:102:304`. */
function unmapIpv4(address: string): string {
  const tail = /^::ffff:(.+)$/i.exec(address)?.[1];
  if (tail === undefined) return address;
  if (isIP(tail) === 4) return tail;
  const [high = '', low = ''] = tail.split(':');
  const number = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
}

const isIn = (list: BlockList, address: string): boolean => list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Returns true for an address of the public Internet. Returns false for other text. */
export function isPublic(text: string): boolean {
  const address = unmapIpv4(text);
  const family = isIP(address);
  // An address with a zone (`fe80::1%eth0`) belongs to an interface of this machine.
  if (family === 0 || address.includes('%')) return false;
  if (family === 4) return !isIn(notPublic4, address);
  return isIn(public6, address) && !isIn(notPublic6, address);
}

/** Creates the test of an address by `WEBHOOK_PRIVATE`: addresses and networks like `10.0.0.0/8`. */
export function createAllowList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }
  return (text) => {
    const address = unmapIpv4(text);
    return isIP(address) !== 0 && !address.includes('%') && isIn(list, address);
  };
}

/** Returns true for an address of this machine itself. */
export function isOwnAddress(text: string): boolean {
  const address = unmapIpv4(text);
  if (isIP(address) === 0) return false;
  if (isIn(LOOPBACK, address)) return true;
  return Object.values(networkInterfaces()).some((line) => line?.some((item) => unmapIpv4(item.address) === address));
}
const LOOPBACK = createBlockList([
  ['127.0.0.0', 8],
  ['0.0.0.0', 8],
  ['::', 127],
]);
