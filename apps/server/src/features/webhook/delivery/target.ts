import { formatDeliveryError } from '@darkroom/domain/webhook/delivery-error';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningConfig } from '../../../config.ts';
import { createAllowList, isOwnAddress, isPublic } from './address.ts';

/** The reason why a message was not sent, for the log of the delivery. */
export class NotSentError extends Error {
  override readonly name = 'NotSent';
}

/** Resolves a name to addresses. Tests set another one. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

const resolveByDns: ResolveHost = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

type AddressRules = Pick<RunningConfig, 'webhookPrivate' | 'port' | 'databaseUrl'>;

/** Returns the host as an address if it is one. The URL parser has normalised it (`0x7f.1` is `127.0.0.1`). */
const getHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Returns the code of an error in the URL that is visible before a lookup, or null. */
export function urlError(text: string, rules: AddressRules): 'not_http' | 'not_https' | 'address_refused' | null {
  if (!URL.canParse(text)) return 'not_http';
  const url = new URL(text);
  const host = getHost(url);
  const allowed = createAllowList(rules.webhookPrivate);
  if (isIP(host) !== 0 && !isPublic(host) && !allowed(host)) return 'address_refused';
  if (/(^|\.)localhost\.?$/i.test(host) && !allowed('127.0.0.1') && !allowed('::1')) return 'address_refused';
  // A name without a dot is in the bureau's own network.
  if (isIP(host) === 0 && !/[^.]\.[^.]/.test(host) && rules.webhookPrivate.length === 0) return 'address_refused';
  if (url.protocol !== 'http:') return null;
  return rules.webhookPrivate.length === 0 || (isIP(host) !== 0 && !allowed(host)) ? 'not_https' : null;
}

/**
 * Resolves the host, checks all its addresses and connects to the checked one, so that DNS cannot change in between
 * (decision 136).
 */
export async function findAddress(url: URL, rules: AddressRules, resolve: ResolveHost = resolveByDns): Promise<string> {
  const host = getHost(url);
  const found = isIP(host) === 0 ? await resolveAddresses(host, resolve) : [host];
  const allowed = createAllowList(rules.webhookPrivate);
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  for (const address of found) {
    if (!isPublic(address) && !allowed(address))
      throw new NotSentError(formatDeliveryError('address_not_public', address));
    if (url.protocol === 'http:' && !allowed(address))
      throw new NotSentError(formatDeliveryError('https_only', address));
    if (getOwnPorts(rules).includes(port) && isOwnAddress(address))
      throw new NotSentError(formatDeliveryError('own_port'));
  }
  return found[0]!;
}

const RESOLVE_TIMEOUT_MS = 5000;

/** Returns the addresses of a name. A negative DNS response and a missing one have the same error. */
async function resolveAddresses(host: string, resolve: ResolveHost): Promise<readonly string[]> {
  const abort = new AbortController();
  const timeout = sleep(RESOLVE_TIMEOUT_MS, [], { signal: abort.signal, ref: false }).catch(() => []);
  try {
    const found = await Promise.race([resolve(host).catch(() => []), timeout]);
    if (found.length === 0) throw new NotSentError(formatDeliveryError('name_not_found'));
    return found;
  } finally {
    abort.abort();
  }
}

/** Returns the ports of the server and its database, which never receive messages. */
function getOwnPorts({ port, databaseUrl }: AddressRules): number[] {
  const database = URL.canParse(databaseUrl) ? Number(new URL(databaseUrl).port || 5432) : 5432;
  return [port, database];
}
