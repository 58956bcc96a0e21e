import { describe, expect, it } from 'vitest';
import { createAllowList, isPublic } from './address.ts';
import { findAddress, urlError } from './target.ts';

const rules = { webhookPrivate: [], port: 4000, databaseUrl: 'postgresql://localhost:5432/darkroom' };

const NOT_FOUND = 'name_not_found';

/** Hosts inside the bureau in all spellings. The URL parser reads all of them as addresses. */
const PRIVATE_ADDRESSES = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '１２７.０.０.１',
  '0',
  '0.0.0.0',
  '10.1.2.3',
  '0xa.1.2.3',
  '167838211',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '3232235777',
  '169.254.169.254',
  '0xA9FEA9FE',
  '100.64.0.1',
  '100.127.255.254',
  '192.0.0.192',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  '240.0.0.1',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
];

const PUBLIC_ADDRESSES = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.128.0.1',
  '11.0.0.1',
  '[2606:4700::1111]',
];

describe('an internal address', () => {
  it.each(PRIVATE_ADDRESSES)('%s receives nothing and is refused as input', async (host) => {
    const url = new URL(`https://${host}/hook`);
    await expect(findAddress(url, rules)).rejects.toThrow(/^address_not_public/);
    expect(urlError(url.href, rules)).toBe('address_refused');
    expect(urlError(`https://${host}/hook`, rules)).toBe('address_refused');
  });

  it.each(PUBLIC_ADDRESSES)('%s is external', async (host) => {
    const url = new URL(`https://${host}/hook`);
    expect(await findAddress(url, rules)).toBe(host.replace(/[[\]]/g, ''));
    expect(urlError(url.href, rules)).toBeNull();
  });

  it('an internal address is found behind a name with several addresses', async () => {
    const url = new URL('https://hooks.example/x');
    const resolveTo = (...addresses: string[]) => findAddress(url, rules, async () => addresses);
    expect(await resolveTo('8.8.8.8', '2606:4700::1111')).toBe('8.8.8.8');
    await expect(resolveTo('8.8.8.8', '10.0.0.1')).rejects.toThrow('address_not_public: 10.0.0.1');
    await expect(resolveTo('::ffff:169.254.169.254')).rejects.toThrow(/^address_not_public/);
    await expect(resolveTo('fe80::1%eth0')).rejects.toThrow(/^address_not_public/);
    await expect(resolveTo()).rejects.toThrow(NOT_FOUND);
  });

  it('an unknown name has one error for every system error', async () => {
    const url = new URL('https://hooks.example/x');
    const failToResolve = () => Promise.reject(new Error('getaddrinfo ENOTFOUND hooks.example'));
    await expect(findAddress(url, rules, failToResolve)).rejects.toThrow(NOT_FOUND);
    await expect(findAddress(url, rules, () => new Promise(() => undefined))).rejects.toThrow(NOT_FOUND);
  }, 10_000);

  it('a well-known internal name is refused without a lookup', () => {
    for (const name of ['localhost', 'LOCALHOST.', 'metadata.localhost', 'internal', 'internal.'])
      expect(urlError(`https://${name}/`, rules)).toBe('address_refused');
    expect(urlError('https://localhost.example/', rules)).toBeNull();
  });
});

describe('a network that the configuration allows', () => {
  const allowing = { ...rules, webhookPrivate: ['10.20.0.0/16', '127.0.0.1', 'fd00::/8'] };

  it('addresses of the network receive messages, by http too', async () => {
    const findIp = (url: string) => findAddress(new URL(url), allowing);
    expect(await findIp('http://10.20.3.4:8080/x')).toBe('10.20.3.4');
    expect(await findIp('http://127.0.0.1:9000/x')).toBe('127.0.0.1');
    expect(await findIp('https://[fd12::1]/x')).toBe('fd12::1');
    await expect(findIp('http://10.21.0.1/x')).rejects.toThrow(/^address_not_public/);
    await expect(findIp('http://8.8.8.8/x')).rejects.toThrow(/^https_only/);
    expect(urlError('http://8.8.8.8/x', allowing)).toBe('not_https');
    expect(urlError('http://hooks.example/x', allowing)).toBeNull();
    expect(urlError('http://receiver:8080/x', allowing)).toBeNull();
    expect(urlError('http://hooks.example/x', rules)).toBe('not_https');
  });

  it('the server’s own port and the database’s are refused', async () => {
    for (const port of [4000, 5432])
      await expect(findAddress(new URL(`http://127.0.0.1:${port}/`), allowing)).rejects.toThrow(/^own_port/);
  });

  it('a mapped spelling equals its IPv4 address', () => {
    expect(createAllowList(['10.0.0.0/8'])('::ffff:10.1.1.1')).toBe(true);
    expect(isPublic('::ffff:8.8.8.8')).toBe(true);
    expect(isPublic('not an address')).toBe(false);
  });
});
