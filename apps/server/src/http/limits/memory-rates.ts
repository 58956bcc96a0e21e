import type { Endpoint } from '@darkroom/contract/endpoint';
import { fail, type Failure } from '../response/fail.ts';

/** Number of requests at once, and of requests for each second after that. */
interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * Limits by person (all sessions and tokens) and by address without a session: far above real use, far below a loop.
 */
const RATES = {
  read: { burst: 1000, perSecond: 50 },
  write: { burst: 300, perSecond: 15 },
  download: { burst: 30, perSecond: 0.5 },
  address: { burst: 300, perSecond: 10 },
  // Reports of pages and browsers (http/reports).
  report: { burst: 30, perSecond: 0.2 },
} as const satisfies Record<Endpoint['kind'] | 'address' | 'report', Rate>;
type RateName = keyof typeof RATES;

/** Above this number, full buckets are deleted. */
const MAX_BUCKETS = 20_000;
/** Limit of remembered live tokens. The token that was unused for the longest time is deleted first. */
const MAX_TOKENS = 20_000;

interface Bucket {
  remaining: number;
  at: number;
  isRefused: boolean;
}

/** Counts requests in this process's memory, before any other check. */
export interface Rates {
  /** Counts one request of a person with a valid token, or throws 429 with the waiting time in seconds. */
  spend(kind: Endpoint['kind'], person: string, token: string): void;
  /** Counts one request of an address without a valid session. */
  spendAddress(address: string | undefined): void;
  /** Counts one browser report against the limit of this address. */
  spendReport(address: string | undefined): void;
  /** Throws 429 if the address is at its limit and the token was not valid lately in this process. */
  rejectGuess(address: string | undefined, token: string): void;
}

/** Rates without a limit, for benchmarks and other tests. */
const NO_RATES: Rates = {
  spend: () => undefined,
  spendAddress: () => undefined,
  spendReport: () => undefined,
  rejectGuess: () => undefined,
};

/** Creates the rates of this process. `now` is in milliseconds of a monotonic clock. */
export function createRates(limited: boolean, now: () => number = () => performance.now()): Rates {
  if (!limited) return NO_RATES;
  const buckets = new Map<string, Bucket>();
  const knownTokens = new Set<string>();

  const refill = (name: RateName, key: string): Bucket => {
    const { burst, perSecond } = RATES[name];
    const at = now();
    const bucket = buckets.get(key) ?? { remaining: burst, at, isRefused: false };
    bucket.remaining = Math.min(burst, bucket.remaining + ((at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    if (bucket.remaining === burst) bucket.isRefused = false;
    return bucket;
  };
  const deleteFullBuckets = () => {
    for (const key of buckets.keys()) {
      const name = key.split(' ', 1)[0] as RateName;
      if (refill(name, key).remaining === RATES[name].burst) buckets.delete(key);
    }
  };
  const refusal = (name: RateName, bucket: Bucket): Failure => {
    const retryAfter = Math.max(1, Math.ceil((1 - bucket.remaining) / RATES[name].perSecond));
    // One audit row for each time the limit is reached.
    const isFirst = !bucket.isRefused;
    bucket.isRefused = true;
    return fail('too_many_attempts', { retryAfter, ...(isFirst ? {} : { isRecorded: true }) });
  };
  const remember = (token: string) => {
    knownTokens.delete(token);
    knownTokens.add(token);
    const [oldest] = knownTokens.size > MAX_TOKENS ? knownTokens : [];
    if (oldest !== undefined) knownTokens.delete(oldest);
  };
  const spend = (name: RateName, owner: string) => {
    const key = `${name} ${owner}`;
    const bucket = refill(name, key);
    if (bucket.remaining < 1) throw refusal(name, bucket);
    bucket.remaining -= 1;
    if (!buckets.has(key) && buckets.size >= MAX_BUCKETS) deleteFullBuckets();
    buckets.set(key, bucket);
  };

  return {
    spend: (kind, person, token) => {
      remember(token);
      spend(kind, person);
    },
    spendAddress: (address) => spend('address', getNetwork(address)),
    spendReport: (address) => spend('report', getNetwork(address)),
    rejectGuess: (address, token) => {
      const bucket = refill('address', `address ${getNetwork(address)}`);
      if (!knownTokens.has(token) && bucket.remaining < 1) throw refusal('address', bucket);
    },
  };
}

/**
 * Returns the network of an IPv6 address, because one household or office has 2^64 addresses. A client that left has no
 * address.
 */
export const getNetwork = (address = 'gone'): string =>
  address.includes(':') && !address.startsWith('::ffff:') ? address.split(':').slice(0, 4).join(':') : address;
