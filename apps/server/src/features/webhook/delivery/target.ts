import { errorText } from '@darkroom/domain/webhook/delivery-error';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningConfig } from '../../../config.ts';
import { allowedList, isOwn, isPublic } from './address.ts';

/** The reason why a message was not sent, for the log of the delivery. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

/** Resolves a name to addresses. Tests set another one. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const resolveByDns: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

type Rules = Pick<RunningConfig, 'webhookPrivate' | 'port' | 'databaseUrl'>;

/** The host as an address if it is one. The URL parser has normalised it (`0x7f.1` is `127.0.0.1`). */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** The code of an error in the URL that is visible before a lookup, or null. */
export function urlError(written: string, rules: Rules): 'not_http' | 'not_https' | 'address_refused' | null {
  if (!URL.canParse(written)) return 'not_http';
  const url = new URL(written);
  const host = hostOf(url);
  const allowed = allowedList(rules.webhookPrivate);
  if (isIP(host) !== 0 && !isPublic(host) && !allowed(host)) return 'address_refused';
  if (/(^|\.)localhost\.?$/i.test(host) && !allowed('127.0.0.1') && !allowed('::1')) return 'address_refused';
  // A name without a dot is in the bureau's own network.
  if (isIP(host) === 0 && !/[^.]\.[^.]/.test(host) && rules.webhookPrivate.length === 0) return 'address_refused';
  if (url.protocol !== 'http:') return null;
  return rules.webhookPrivate.length === 0 || (isIP(host) !== 0 && !allowed(host)) ? 'not_https' : null;
}

/**
 * Resolves the name here, checks all its addresses and connects to the checked one, so that DNS cannot change in between (decision 136).
 */
export async function findAddress(url: URL, rules: Rules, resolve: Resolve = resolveByDns): Promise<string> {
  const host = hostOf(url);
  const found = isIP(host) === 0 ? await addressesOf(host, resolve) : [host];
  const allowed = allowedList(rules.webhookPrivate);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  for (const address of found) {
    if (!isPublic(address) && !allowed(address)) throw new NotSent(errorText('address_not_public', address));
    if (url.protocol === 'http:' && !allowed(address)) throw new NotSent(errorText('https_only', address));
    if (ownPorts(rules).includes(port) && isOwn(address)) throw new NotSent(errorText('own_port'));
  }
  return found[0]!;
}

const RESOLVED_WITHIN_MS = 5000;

/** The addresses of a name. A negative answer and a missing answer have the same error. */
async function addressesOf(host: string, resolve: Resolve): Promise<readonly string[]> {
  const end = new AbortController();
  const late = sleep(RESOLVED_WITHIN_MS, [], { signal: end.signal, ref: false }).catch(() => []);
  try {
    const found = await Promise.race([resolve(host).catch(() => []), late]);
    if (found.length === 0) throw new NotSent(errorText('name_not_found'));
    return found;
  } finally {
    end.abort();
  }
}

/** The ports of the server and its database, which never receive messages. */
function ownPorts({ port, databaseUrl }: Rules): number[] {
  const database = URL.canParse(databaseUrl) ? Number(new URL(databaseUrl).port || 5432) : 5432;
  return [port, database];
}
