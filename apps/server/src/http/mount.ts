import { MAX_MAIN_THREAD_BODY, type Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints, type EndpointName } from '@darkroom/contract/endpoints';
import { dayOf } from '@darkroom/domain/calendar/day';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RunningConfig } from '../config.ts';
import type { Database } from '../db/connect.ts';
import type { Replica } from '../db/replica.ts';
import type { Ctx, SessionActor } from './context.ts';
import { createDatabaseWait, type DatabaseWait } from './database-wait.ts';
import { sendDownload, type Download } from './response/download.ts';
import { fail } from './response/fail.ts';
import { ResponseText, sendResponse, sendRead } from './response/send.ts';
import { validateWritten, getWrittenText } from './response/written-json.ts';
import { createLockedFailure, passGates, type GateResult } from './gates.ts';
import type { Handlers } from './handlers.ts';
import { claimKey, saveResponse, createRepeatableCall, type RepeatableCall } from './idempotency.ts';
import { validateInput, pathFields, type InputCaller } from './body/input.ts';
import type { SessionCache } from './session/session-cache.ts';
import { LargeBody, type LargeBodies } from './body/large.ts';
import type { FileMaker } from './files/maker.ts';
import type { Limiter } from './concurrency-limiter.ts';
import { createResponseSharing } from './request-coalescing.ts';
import { inTransaction } from './transaction.ts';
import { getNetwork, type Rates } from './limits/memory-rates.ts';
import { findRecords, type WriteQueue } from './write-queue.ts';
import { getOrigin } from './session/device.ts';

export interface AppDeps {
  /** Connections for reads. */
  readonly db: Database;
  /** Hot standby for period reports and files. Null if the primary serves them. */
  readonly replica: Replica | null;
  /**
   * Connections for writes, each request in one transaction. Lists and writes never wait for each other's connections.
   */
  readonly writes: Database;
  /**
   * A few connections for sessions and for writes outside a request's transaction, which wait for neither lists nor
   * transactions.
   */
  readonly outside: Database;
  readonly sessions: SessionCache;
  readonly writeQueue: WriteQueue;
  readonly large: LargeBodies;
  readonly files: FileMaker;
  /** Limits how many period reports run at the same time. */
  readonly reports: Limiter;
  /** Limits how many passwords are hashed at the same time. Each hash takes a core and 19 MiB. */
  readonly passwords: Limiter;
  readonly rates: Rates;
  readonly clock: () => string;
  readonly config: RunningConfig;
}

/** Known facts of a request, for the audit of refusals. */
export interface Call {
  readonly name: string;
  readonly kind: Endpoint['kind'];
  readonly now: string;
  actor: SessionActor | null;
  gateResult: GateResult | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    call: Call | null;
  }
}

type AnyHandler = (ctx: Ctx, input: unknown) => Promise<unknown>;

/** Mounts every endpoint of the contract. This is the only adapter between the contract and Fastify. */
export function mountContract(app: FastifyInstance, deps: AppDeps, handlers: Handlers): void {
  const stopped = new AbortController();
  app.addHook('preClose', async () => stopped.abort());
  const waitForDatabase = createDatabaseWait(stopped.signal);
  for (const endpoint of allEndpoints) {
    // The type pairs each name with its input. A loop over the table loses this pairing, so a cast is needed.
    mountEndpoint(app, deps, endpoint, handlers[endpoint.name as EndpointName] as AnyHandler, waitForDatabase);
  }
}

function mountEndpoint(
  app: FastifyInstance,
  deps: AppDeps,
  endpoint: Endpoint,
  handler: AnyHandler,
  waitForDatabase: DatabaseWait,
): void {
  const shareResponse = createResponseSharing<ResponseText>();
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimit ?? MAX_MAIN_THREAD_BODY,
    onRequest: async (request, reply) => {
      const now = deps.clock();
      if (!isAvailable(endpoint, deps.config, now)) return reply.callNotFound();
      const call: Call = { name: endpoint.name, kind: endpoint.kind, now, actor: null, gateResult: null };
      request.call = call;
      call.gateResult = await waitForDatabase(() =>
        passGates(deps, endpoint, request, now, (actor) => {
          call.actor = actor;
        }),
      );
    },
    handler: async (request, reply) => {
      const { call } = request;
      if (!call?.gateResult) throw fail('internal');
      const input = await readInput(deps, endpoint, request, {
        subject: call.gateResult.actor,
        today: dayOf(call.now),
      });
      const run: CallRun = { endpoint, handler, input, gateResult: call.gateResult };
      const ctx = makeContext(deps, request, call.gateResult, call.now);
      if (endpoint.kind === 'download') {
        // A picture is sent from storage. Every other file is made for its caller.
        const file = endpoint.method === 'GET' ? handler(ctx, input) : makeFile(deps, endpoint.name, ctx, input);
        return sendDownload(reply, (await file) as Download);
      }
      reply.header('cache-control', 'no-store');
      if (endpoint.kind === 'read')
        return sendRead(request, reply, await waitForDatabase(() => respondToRead(deps, shareResponse, ctx, run)));
      const respond = () => respondToWrite(deps, ctx, run);
      const { text, repeated } = await (run.gateResult.key === null ? respond() : waitForDatabase(respond));
      if (repeated) reply.header('idempotency-replayed', 'true');
      return sendResponse(reply, new ResponseText(text));
    },
  });
}

// Break-glass recovery exists only while the configuration opens it (domain §6). Otherwise it responds like a missing
// endpoint.
function isAvailable(endpoint: Endpoint, config: RunningConfig, now: string): boolean {
  return endpoint.name !== 'user.backdoor' || (config.backdoorUntil !== null && now < config.backdoorUntil);
}

/** Makes a file in its own process, which reads the replica only while that is not late. */
function makeFile({ files, replica }: AppDeps, name: string, ctx: Ctx, input: unknown): Promise<Download> {
  const readsReplica = (replica?.current() ?? null) !== null;
  const { config } = ctx;
  return files.make(name, readsReplica ? ctx : { ...ctx, config: { ...config, reportsDatabaseUrl: null } }, input);
}

/** Reads and checks the body, or the query of a GET. */
async function readInput(
  deps: AppDeps,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: InputCaller,
): Promise<unknown> {
  const pathParams = pathFields(request.params);
  if (request.body instanceof LargeBody) return deps.large.check(endpoint, request.body, pathParams, caller);
  // JSON's null is an input.
  const body = request.body === undefined ? {} : request.body;
  return validateInput(endpoint, endpoint.method === 'GET' ? request.query : body, pathParams, caller);
}

interface CallRun {
  endpoint: Endpoint;
  handler: AnyHandler;
  input: unknown;
  gateResult: GateResult;
}

export function makeContext(
  deps: AppDeps,
  request: FastifyRequest,
  { actor, locks }: Pick<GateResult, 'actor' | 'locks'>,
  now: string,
): Ctx {
  return {
    db: deps.db,
    outside: deps.outside,
    actor,
    now,
    locks,
    config: deps.config,
    request: { id: request.id, ...getOrigin(request) },
    log: request.log,
  };
}

// The output schema is the last gate: it removes keys that it does not name.
async function runHandler(ctx: Ctx, { endpoint, handler, input }: CallRun): Promise<string> {
  const response = await handler(ctx, input);
  const text = getWrittenText(response);
  if (text === null) return JSON.stringify(endpoint.output.parse(response));
  if (!ctx.config.production) validateWritten(endpoint, text);
  return text;
}

/**
 * Runs a read. Equal reads in several windows run once, because reads change nothing. A person has one report at a
 * time.
 */
function respondToRead(
  deps: AppDeps,
  shareResponse: ReturnType<typeof createResponseSharing<ResponseText>>,
  ctx: Ctx,
  run: CallRun,
): Promise<ResponseText> {
  const createResponse = async (db: Database) => new ResponseText(await runHandler({ ...ctx, db }, run));
  const respond = run.endpoint.isPeriodReport
    ? () => deps.reports.run(String(ctx.actor.user_id), () => createResponse(deps.replica?.current() ?? ctx.db))
    : () => createResponse(ctx.db);
  if (run.endpoint.access.kind === 'public') return respond();
  // Every change of a session replaces its actor object (decision 118).
  return shareResponse(ctx.actor, JSON.stringify(run.input), respond);
}

/** Returns true for a sign-in, and for endpoints that set a password or create another secret. */
const isPasswordCall = ({ name, secret }: Endpoint) => name === 'user.login' || secret === true;

async function respondToWrite(deps: AppDeps, ctx: Ctx, run: CallRun): Promise<{ text: string; repeated: boolean }> {
  const { actor, key, token, lock_reason } = run.gateResult;
  const call: RepeatableCall | null =
    key === null ? null : createRepeatableCall(run.endpoint, actor.user_id, key, run.input, token);
  const runTransaction = () =>
    inTransaction(deps.writes, async (db) => {
      const transactionCtx: Ctx = { ...ctx, db };
      if (!call) return { text: await runHandler(transactionCtx, run), repeated: false };
      const savedResponse = await claimKey(transactionCtx, call);
      if (savedResponse !== null) return { text: savedResponse, repeated: true };
      if (lock_reason !== null) throw createLockedFailure(actor, lock_reason);
      const response = await runHandler(transactionCtx, run);
      await saveResponse(transactionCtx, call, response);
      return { text: response, repeated: false };
    });
  const runQueued = () => deps.writeQueue.run(findRecords(run.endpoint.name, run.input), runTransaction);
  if (!isPasswordCall(run.endpoint)) return runQueued();
  // A waiting request has no connection yet.
  return deps.passwords.run(actor.user_id ? String(actor.user_id) : getNetwork(ctx.request.address), runQueued);
}
