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

/** What the running server gives every call. */
export interface AppDeps {
  /** What is read. */
  readonly db: Database;
  /** What is written, each call in one transaction: lists never wait for these connections, nor these for lists. */
  readonly writes: Database;
  /** A few connections of their own: who calls is found on them, and what a call writes beside its transaction; neither waits for lists or transactions. */
  readonly outside: Database;
  readonly sessions: KnownSessions;
  readonly turns: Turns;
  readonly large: LargeBodies;
  readonly files: FileMaker;
  /** For reports that add up a period. */
  readonly reports: Places;
  /** For the hashing of passwords, which takes a core and 19 MiB. */
  readonly passwords: Places;
  readonly rates: Rates;
  readonly clock: () => string;
  readonly config: RunningConfig;
}

/** What is known of a request's call so far; refusals are put on record from it. */
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

/** Mounts every call of the contract: the one adapter between it and Fastify. */
export function mountContract(app: FastifyInstance, deps: AppDeps, handlers: Handlers): void {
  for (const endpoint of allEndpoints) {
    // The table's type pairs each name with its own input; walking it, that pairing can only be trusted.
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
        // A picture is sent as it is kept; every other file is made for its caller.
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

// Break-glass recovery does not exist until the configuration opens it (domain §6): not even for those it would refuse.
function isThere(endpoint: Endpoint, config: RunningConfig, now: string): boolean {
  return endpoint.name !== 'user.backdoor' || (config.backdoorUntil !== null && now < config.backdoorUntil);
}

/** The body, or the query of a GET, once it is what the call asks for. */
async function readInput(deps: AppDeps, endpoint: Endpoint, request: FastifyRequest, by: Caller): Promise<unknown> {
  const inPath = pathFields(request.params);
  if (request.body instanceof LargeBody) return deps.large.check(endpoint, request.body, inPath, by);
  // JSON's null is something that was sent.
  const body = request.body === undefined ? {} : request.body;
  return checkInput(endpoint, endpoint.method === 'GET' ? request.query : body, inPath, by);
}

interface Run {
  endpoint: Endpoint;
  handler: AnyHandler;
  input: unknown;
  passed: Passed;
}

/** Everything a service gets. */
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

// The output schema is the last gate: what it does not name does not leave the server.
async function answerOf(ctx: Ctx, { endpoint, handler, input }: Run): Promise<string> {
  const answer = await handler(ctx, input);
  const text = writtenText(answer);
  if (text === null) return JSON.stringify(endpoint.output.parse(answer));
  if (!ctx.config.production) checkWritten(endpoint, text);
  return text;
}

/** A read changes nothing (contract): who asks for the same in several windows at once is answered once. A person has one report made at a time. */
function read(deps: AppDeps, share: ReturnType<typeof shareAnswers<Answer>>, ctx: Ctx, run: Run): Promise<Answer> {
  const made = async () => new Answer(await answerOf(ctx, run));
  const answer = run.endpoint.addsUp ? () => deps.reports.take(String(ctx.actor.user_id), made) : made;
  if (run.endpoint.access.kind === 'public') return answer();
  // What a process knows of a session, and so its actor, is another one as soon as anything of it has changed (decision 118).
  return share(ctx.actor, JSON.stringify(run.input), answer);
}

/** A sign-in, and what makes or changes an account's password or another secret. */
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
  // A call that waits for this holds no connection yet.
  return deps.passwords.take(actor.user_id ? String(actor.user_id) : networkOf(ctx.request.address), inTurn);
}
