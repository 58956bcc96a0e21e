import { LARGE_BODY, type Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints, type EndpointName } from '@darkroom/contract/endpoints';
import { dayOf } from '@darkroom/domain/calendar/day';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RunningConfig } from '../config.ts';
import type { Database } from '../db/connect.ts';
import type { Ctx, SessionActor } from './context.ts';
import { sendDownload, type Download } from './answer/download.ts';
import { fail } from './answer/fail.ts';
import { Answer, sendAnswer, sendRead } from './answer/send.ts';
import { checkWritten, writtenText } from './answer/written.ts';
import { lockedFor, passGates, type Passed } from './gates.ts';
import type { Handlers } from './handlers.ts';
import { claimKey, keepAnswer, repeatable, type Repeatable } from './idempotency.ts';
import { checkInput, pathFields, type Caller } from './body/input.ts';
import type { KnownSessions } from './session/known.ts';
import { LargeBody, type LargeBodies } from './body/large.ts';
import type { FileMaker } from './files/maker.ts';
import type { Places } from './places.ts';
import { shareAnswers } from './shared-answer.ts';
import { inTransaction } from './transaction.ts';
import { networkOf, type Rates } from './limits/rates.ts';
import { recordsOf, type Turns } from './write-queue.ts';
import { usedFrom } from './session/device.ts';

/** Dependencies of every call. */
export interface AppDeps {
  /** Connections for reads. */
  readonly db: Database;
  /** Connections for writes, each call in one transaction. Lists and writes never wait for each other's connections. */
  readonly writes: Database;
  /** A few connections for sessions and for writes outside a call's transaction, which wait for neither lists nor transactions. */
  readonly outside: Database;
  readonly sessions: KnownSessions;
  readonly turns: Turns;
  readonly large: LargeBodies;
  readonly files: FileMaker;
  /** Places for reports that add up a period. */
  readonly reports: Places;
  /** Places for hashing passwords, which takes a core and 19 MiB. */
  readonly passwords: Places;
  readonly rates: Rates;
  readonly clock: () => string;
  readonly config: RunningConfig;
}

/** The known parts of a request's call, for the audit of refusals. */
export interface Call {
  readonly name: string;
  readonly kind: Endpoint['kind'];
  readonly now: string;
  actor: SessionActor | null;
  passed: Passed | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | null;
  }
}

type AnyHandler = (ctx: Ctx, input: unknown) => Promise<unknown>;

/** Mounts every call of the contract: the only adapter between it and Fastify. */
export function mountContract(app: FastifyInstance, deps: AppDeps, handlers: Handlers): void {
  for (const endpoint of allEndpoints) {
    // The type pairs each name with its input. A loop over the table loses this pairing, so a cast is needed.
    mountEndpoint(app, deps, endpoint, handlers[endpoint.name as EndpointName] as AnyHandler);
  }
}

function mountEndpoint(app: FastifyInstance, deps: AppDeps, endpoint: Endpoint, handler: AnyHandler): void {
  const share = shareAnswers<Answer>();
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimit ?? LARGE_BODY,
    onRequest: async (request, reply) => {
      const now = deps.clock();
      if (!isThere(endpoint, deps.config, now)) return reply.callNotFound();
      const call: Call = { name: endpoint.name, kind: endpoint.kind, now, actor: null, passed: null };
      request.call = call;
      call.passed = await passGates(deps, endpoint, request, now, (actor) => {
        call.actor = actor;
      });
    },
    handler: async (request, reply) => {
      const { call } = request;
      if (!call?.passed) throw fail('internal');
      const input = await readInput(deps, endpoint, request, { subject: call.passed.actor, today: dayOf(call.now) });
      const run: Run = { endpoint, handler, input, passed: call.passed };
      const ctx = contextOf(deps, request, call.passed, call.now);
      if (endpoint.kind === 'download') {
        // A picture is sent from storage. Every other file is made for its caller.
        const file = endpoint.method === 'GET' ? handler(ctx, input) : deps.files.make(endpoint.name, ctx, input);
        return sendDownload(reply, (await file) as Download);
      }
      reply.header('cache-control', 'no-store');
      if (endpoint.kind === 'read') return sendRead(request, reply, await read(deps, share, ctx, run));
      const { answer, repeated } = await write(deps, ctx, run);
      if (repeated) reply.header('idempotency-replayed', 'true');
      return sendAnswer(reply, new Answer(answer));
    },
  });
}

// Break-glass recovery exists only while the configuration opens it (domain §6). Otherwise it answers like a missing call.
function isThere(endpoint: Endpoint, config: RunningConfig, now: string): boolean {
  return endpoint.name !== 'user.backdoor' || (config.backdoorUntil !== null && now < config.backdoorUntil);
}

/** The checked body, or the checked query of a GET. */
async function readInput(deps: AppDeps, endpoint: Endpoint, request: FastifyRequest, by: Caller): Promise<unknown> {
  const inPath = pathFields(request.params);
  if (request.body instanceof LargeBody) return deps.large.check(endpoint, request.body, inPath, by);
  // The value null of JSON is an input.
  const body = request.body === undefined ? {} : request.body;
  return checkInput(endpoint, endpoint.method === 'GET' ? request.query : body, inPath, by);
}

interface Run {
  endpoint: Endpoint;
  handler: AnyHandler;
  input: unknown;
  passed: Passed;
}

/** The context of a service. */
export function contextOf(
  deps: AppDeps,
  request: FastifyRequest,
  { actor, locks }: Pick<Passed, 'actor' | 'locks'>,
  now: string,
): Ctx {
  return {
    db: deps.db,
    outside: deps.outside,
    actor,
    now,
    locks,
    config: deps.config,
    request: { id: request.id, ...usedFrom(request) },
    log: request.log,
  };
}

// The output schema is the last gate: it removes keys that it does not name.
async function answerOf(ctx: Ctx, { endpoint, handler, input }: Run): Promise<string> {
  const answer = await handler(ctx, input);
  const text = writtenText(answer);
  if (text === null) return JSON.stringify(endpoint.output.parse(answer));
  if (!ctx.config.production) checkWritten(endpoint, text);
  return text;
}

/**
 * Runs a read. The same read in several windows runs once, because reads change nothing (contract), and a person has one report at a
 * time.
 */
function read(deps: AppDeps, share: ReturnType<typeof shareAnswers<Answer>>, ctx: Ctx, run: Run): Promise<Answer> {
  const made = async () => new Answer(await answerOf(ctx, run));
  const answer = run.endpoint.addsUp ? () => deps.reports.take(String(ctx.actor.user_id), made) : made;
  if (run.endpoint.access.kind === 'public') return answer();
  // Every change of a session replaces its actor object (decision 118).
  return share(ctx.actor, JSON.stringify(run.input), answer);
}

/** True for a sign-in, and for calls that set a password or create another secret. */
const hashesPasswords = ({ name, secret }: Endpoint) => name === 'user.login' || secret === true;

async function write(deps: AppDeps, ctx: Ctx, run: Run): Promise<{ answer: string; repeated: boolean }> {
  const { actor, key, token, lock_reason } = run.passed;
  const call: Repeatable | null = key === null ? null : repeatable(run.endpoint, actor.user_id, key, run.input, token);
  const transact = () =>
    inTransaction(deps.writes, async (db) => {
      const within: Ctx = { ...ctx, db };
      if (!call) return { answer: await answerOf(within, run), repeated: false };
      const earlier = await claimKey(within, call);
      if (earlier !== null) return { answer: earlier, repeated: true };
      if (lock_reason !== null) throw lockedFor(actor, lock_reason);
      const answer = await answerOf(within, run);
      await keepAnswer(within, call, answer);
      return { answer, repeated: false };
    });
  const inTurn = () => deps.turns.take(recordsOf(run.endpoint.name, run.input), transact);
  if (!hashesPasswords(run.endpoint)) return inTurn();
  // A waiting call holds no connection yet.
  return deps.passwords.take(actor.user_id ? String(actor.user_id) : networkOf(ctx.request.address), inTurn);
}
