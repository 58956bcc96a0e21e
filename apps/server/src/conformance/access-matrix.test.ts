import { needsPerson, type Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints, endpoints } from '@darkroom/contract/endpoints';
import { PERMISSION_CODES } from '@darkroom/domain/permission/codes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../testing/app.ts';
import { openToken } from '../testing/session-makers.ts';
import { buildCustomer0Account, buildCustomerAccount } from '../testing/factories/people.ts';

type Kind = 'nobody' | 'tv_board' | 'staff' | 'customer' | 'superuser' | 'must change' | 'token' | 'reading token';
interface Actor {
  name: string;
  kind: Kind;
  codes: readonly string[];
  client: ApiClient;
}

const actors: Actor[] = [];
let bureau: TestApp;

beforeAll(async () => {
  bureau = await createTestApp({ config: { backdoorUntil: '2026-11-21T00:00:00.000Z' } });
  const { db } = bureau;
  const addActor = (name: string, kind: Kind, codes: readonly string[], client: ApiClient) =>
    actors.push({ name, kind, codes, client });
  const dead = await bureau.as([]);
  await db.deleteFrom('session').where('user_id', '=', dead.user_id).execute();
  addActor('nobody', 'nobody', [], bureau.withToken(null));
  addActor('a dead session', 'nobody', [], dead);
  addActor('a token that never was', 'nobody', [], bureau.withToken('x'.repeat(43)));
  addActor('a customer', 'customer', ['npn_customer'], await bureau.as(await buildCustomerAccount(db)));
  addActor(
    'a customer 0',
    'customer',
    ['npn_customer', 'npn_customer_0'],
    await bureau.as(await buildCustomer0Account(db)),
  );
  addActor('staff without any code', 'staff', [], await bureau.as([]));
  addActor('a code of the bureau’s own', 'staff', [], await bureau.as(['npn_water_the_plants']));
  addActor('a superuser', 'superuser', [], await bureau.as({ is_superuser: true }));
  const { token } = await (
    await bureau.as(['npn_admin'])
  ).call(endpoints.tvBoard.create, { name: 'Hall', names: true });
  addActor('a TV board', 'tv_board', [], bureau.withToken(token));
  addActor('who must change', 'must change', [], await bureau.as({ is_superuser: true, must_change_password: true }));
  for (const code of PERMISSION_CODES) addActor(code, 'staff', [code], await bureau.as([code]));
  // Tokens of a user with all codes and of a superuser. The scope of the token limits both.
  const owners = [await bureau.as([...PERMISSION_CODES]), await bureau.as({ is_superuser: true })];
  for (const [n, code] of TOKEN_CODES.entries()) {
    const owner = owners[n % owners.length] as ApiClient;
    for (const can_write of [true, false]) {
      const token = await openToken(db, owner.user_id, { scope: [code], can_write }, bureau.clock());
      const [name, kind] = can_write
        ? (['a token', 'token'] as const)
        : (['a reading token', 'reading token'] as const);
      addActor(`${name} with ${code}`, kind, [code], bureau.withToken(token, owner.user_id));
    }
  }
});
afterAll(() => bureau.close());

const PASSES = '422 validation';
/** Codes for tokens, one of each kind: a read, a write, an administrator's, the portal's. */
const TOKEN_CODES = [
  'npn_view_job',
  'npn_add_job',
  'npn_view_all_tasks',
  'npn_admin',
  'npn_change_member',
  'npn_customer',
];

// Expected result according to the declaration, without the code that decides.
function getExpectedResult(endpoint: Endpoint, { kind, codes }: Actor): string {
  const { access } = endpoint;
  if (access.kind === 'public') return PASSES;
  if (kind === 'nobody') return '401 session_required';
  if (kind === 'tv_board') return access.tvBoards ? PASSES : '403 forbidden';
  if (kind === 'must change') return endpoint.beforePasswordChange ? PASSES : '403 password_change_required';
  const token = kind === 'token' || kind === 'reading token';
  if (token && needsPerson(endpoint)) return '403 api_token_not_allowed';
  if (kind === 'reading token' && endpoint.kind === 'write') return '403 read_only_token';
  const held = codes.filter((code) => kind === 'customer' || !/^npn_customer(_0)?$/.test(code));
  const allowed =
    kind === 'superuser' ||
    access.kind === 'session' ||
    (access.kind === 'staff' && (kind === 'staff' || token)) ||
    (access.kind === 'any' && access.codes.some((code) => held.includes(code))) ||
    (access.kind === 'all' && access.codes.every((code) => held.includes(code)));
  return allowed ? PASSES : '403 forbidden';
}

// An unknown field is refused after all guards, so no handler runs.
async function findResult(endpoint: Endpoint, { client }: Actor): Promise<string> {
  const unknown = { no_call_knows_this_field: 1 };
  const { status, problem } = await client.send(
    endpoint.method === 'GET' ? { ...endpoint, path: `${endpoint.path}?no_call_knows_this_field=1` } : endpoint,
    unknown,
  );
  return `${status} ${problem.code}`;
}

/** Endpoints without a session: sign-in, a forgotten password, and the link of a mail that ends it. */
const PUBLIC = [
  '/api/mail/unsubscribe/{token}/{kind}',
  '/api/user/forgot-password',
  '/api/user/login',
  '/api/user/passkey/login',
  '/api/user/passkey/question',
  '/api/user/password-by-link',
];

describe('every endpoint, for each single permission code and each special account', () => {
  it.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s serves the declared callers and refuses all others',
    async (_name, endpoint) => {
      const table: Record<string, string> = {};
      const wanted: Record<string, string> = {};
      await Promise.all(
        actors.map(async (actor) => {
          wanted[actor.name] = getExpectedResult(endpoint, actor);
          table[actor.name] = await findResult(endpoint, actor);
        }),
      );
      expect(table).toEqual(wanted);
    },
  );

  it('a TV board can read only the floor’s board', () => {
    const tvBoard = actors.find(({ kind }) => kind === 'tv_board')!;
    const open = allEndpoints.filter((endpoint) => getExpectedResult(endpoint, tvBoard) === PASSES);
    expect(open.map(({ path }) => path).sort()).toEqual(['/api/floor/board', ...PUBLIC]);
  });

  it('a customer can call only their own session and the portal', () => {
    const customers = actors.filter((actor) => actor.kind === 'customer');
    const open = allEndpoints.filter((endpoint) =>
      customers.some((actor) => getExpectedResult(endpoint, actor) === PASSES),
    );
    const outsidePortal = open.filter((endpoint) => !endpoint.path.startsWith('/api/customer-portal/'));
    const own = ['/api/user/change-password', '/api/user/logout', '/api/user/me'];
    // Their own mails, read and set (decision 170).
    const mails = ['/api/mail/preferences', '/api/mail/preferences'];
    // Their own second factors (decision 171).
    const factors = allEndpoints.map(({ path }) => path).filter((path) => /^\/api\/user\/factor\/(?!reset)/.test(path));
    expect(outsidePortal.map((endpoint) => endpoint.path).sort()).toEqual(
      [...own, ...mails, ...factors, ...PUBLIC].sort(),
    );
  });

  it('each refusal is recorded with its caller', async () => {
    const actor = actors.find(({ name }) => name === 'a customer');
    const rows = await bureau.db
      .selectFrom('audit')
      .select(['action', 'note'])
      .where('actor_id', '=', actor?.client.user_id ?? 0)
      .execute();
    const refused = allEndpoints.filter((endpoint) => actor && getExpectedResult(endpoint, actor) === '403 forbidden');
    // The requests ran at the same time, so the order of the records does not matter.
    expect(
      rows
        .filter((row) => row.note === 'refused: forbidden')
        .map((row) => row.action)
        .sort(),
    ).toEqual(refused.map((endpoint) => endpoint.name).sort());
  });
});
