import { addDays, dayOf } from '@darkroom/domain/calendar/day';
import type { Endpoint, InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { isVisible, type Job } from '@darkroom/contract/job/job';
import type { Task } from '@darkroom/contract/task/task';
import { expect, test as base, request, type BrowserContextOptions, type Page, type TestInfo } from '@playwright/test';

/** Password of every account of the demo bureau. */
export const PASSWORD = 'darkroom-demo';

type SessionResponse = OutputOf<typeof endpoints.user.login>;
/** Sends requests of the contract as one person. Throws `Refused` if a request is refused. */
export type Caller = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>;

/** A refused request, with the problem of the server's response. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, body: string) {
    super(`${status}: ${body}`);
    this.status = status;
    const { code }: { code?: string } = body.startsWith('{') ? (JSON.parse(body) as object) : {};
    this.code = code ?? '';
  }
}

export interface People {
  /** Opens an address in a separate browser where this person is signed in. The browser closes when the test ends. */
  open: (
    username: string,
    path?: string,
    options?: BrowserContextOptions & { language?: 'vi' | 'en' },
  ) => Promise<Page>;
  /** Opens a browser without a sign-in. */
  openSignedOut: (path?: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Returns a function that sends the person's requests without a browser. */
  call: (username: string) => Caller;
}

/** Returns a unique name, also when the same test runs again: `named('Alpenpanorama')`. */
type Named = (text: string) => string;

/** The bureau with its people. Each test opens the browsers of the people it is about. */
export const test = base.extend<
  { people: People; named: Named },
  { sessions: (username: string) => Promise<SessionResponse> }
>({
  // The tests of a worker share sign-ins. Tests of sign-in itself use the form.
  sessions: [
    async ({}, use, worker) => {
      const api = await request.newContext({ baseURL: worker.project.use.baseURL });
      const sessionsByUser = new Map<string, Promise<SessionResponse>>();
      const signIn = async (username: string) => {
        const response = await api.post(endpoints.user.login.path, { data: { username, password: PASSWORD } });
        if (!response.ok()) throw new Refused(response.status(), await response.text());
        return (await response.json()) as SessionResponse;
      };
      await use((username) => {
        const session = sessionsByUser.get(username) ?? signIn(username);
        sessionsByUser.set(username, session);
        return session;
      });
      await api.dispose();
    },
    { scope: 'worker' },
  ],

  named: async ({}, use) => {
    // If a staff ID ended in a digit, the form of a new member would suggest the ID after it.
    const suffix = `${Date.now().toString(36).slice(-5)}x`;
    await use((text) => `${text} ${suffix}`);
  },

  people: async ({ browser, baseURL, sessions }, use, test) => {
    const address = baseURL ?? '';
    const closers: (() => Promise<void>)[] = [];
    const openPage = async (options: BrowserContextOptions, path: string) => {
      const context = await browser.newContext(options);
      closers.push(() => context.close());
      const page = await context.newPage();
      await page.goto(path);
      return page;
    };
    const api = await request.newContext({ baseURL: address });
    closers.push(() => api.dispose());
    await use({
      openSignedOut: (path = '/', options = {}) => openPage(options, path),
      open: async (username, path = '/', { language = 'en', ...options } = {}) => {
        const localStorage = createStorage(await sessions(username), language);
        return openPage(
          { ...options, storageState: { cookies: [], origins: [{ origin: address, localStorage }] } },
          path,
        );
      },
      call: (username) => async (endpoint, input) => {
        const { access_token } = await sessions(username);
        const headers = { Authorization: `Bearer ${access_token}` };
        const fields = input as Record<string, unknown>;
        const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(fields[name]));
        const isGet = endpoint.method === 'GET';
        const response = await (isGet ? api.get(path, { headers }) : api.post(path, { headers, data: input }));
        if (!response.ok()) throw new Refused(response.status(), await response.text());
        return (await response.json()) as OutputOf<typeof endpoint>;
      },
    });
    // With its own option, Playwright takes a picture of every closed page in case the test has failed. That costs a
    // twelfth of a visit.
    const pages = test.errors.length > 0 ? browser.contexts().flatMap((context) => context.pages()) : [];
    await Promise.all(pages.map((page, n) => attachPicture(page, test, n + 1)));
    for (const close of closers) await close();
  },
});

/** Attaches the pictures of a failed test. A page that is closed or hangs is skipped. */
async function attachPicture(page: Page, test: TestInfo, n: number): Promise<void> {
  const path = test.outputPath(`failed-${n}.png`);
  await page.screenshot({ path, timeout: 5_000 }).then(
    () => test.attach(`failed-${n}`, { path, contentType: 'image/png' }),
    () => undefined,
  );
}

/** Creates the entries that the web application stores of a session (spec §3). */
export function createStorage({ access_token, user, staff_id, permissions }: SessionResponse, language: string) {
  const entries = {
    access_token,
    i18nextLng: language,
    staff_id: String(staff_id ?? ''),
    user: JSON.stringify(user),
    permissions: JSON.stringify(permissions),
  };
  return Object.entries(entries).map(([name, value]) => ({ name, value }));
}

/** Signs in through the form, as people do. */
export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Replaces a one-time password by a new one, as required at sign-in. */
export async function setNewPassword(page: Page, oneTime: string): Promise<void> {
  const newPassword = 'a quiet evening indoors';
  await page.getByLabel('One-time password').fill(oneTime);
  await page.getByLabel('New Password', { exact: true }).fill(newPassword);
  await page.getByLabel('Repeat New Password').fill(newPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
}

/** Adds a job of the test's own, with one detail and one task, so that no other test interferes. */
export async function addJob(
  customerService: Caller,
  job_name: string,
  workstream: 'PTE' | 'OTS' = 'PTE',
  customer2_id?: number,
): Promise<Job> {
  const { cus2_list } = await customerService(endpoints.customer.list, {});
  const { cat1, cat2, service_type } = await customerService(endpoints.category.list, {});
  const category = Object.values(cat2).find((cat2Row) => {
    const type = Object.values(cat1).find((cat1Row) => cat1Row.id === cat2Row.cat1.id)?.service_type_id;
    return (
      cat2Row.enabled &&
      Object.values(service_type).some((typeRow) => typeRow.id === type && typeRow.workstream === workstream)
    );
  });
  const customer = cus2_list[0];
  if (!category || !customer) throw new Error(`The demo bureau offers nothing of ${workstream}`);
  const detail = { service_cat1_id: category.cat1.id, service_cat2_id: category.id, quantity: 12, note: '' };
  // A day in the future is in no week that another test counts.
  const job_date = addDays(dayOf(Date.now()), 30);
  const { results } = await customerService(endpoints.job.bulkAdd, {
    jobs: [
      {
        job_date,
        customer2_id: customer2_id ?? customer.id,
        job_name,
        job_link: null,
        job_priority: null,
        job_notes: '',
        job_details: [detail],
      },
    ],
  });
  const { results: jobs } = await customerService(endpoints.job.list, { job_id: results[0]?.job_id });
  if (!jobs[0]) throw new Error('No job came back');
  return jobs[0];
}

/** Returns the first task of a job, for a caller with permission to see it. */
export function findFirstTask(job: Job): Task {
  const task = job.job_details[0]?.tasks.find(isVisible);
  if (!task) throw new Error(`${job.job_name} has no task to see`);
  return task;
}

/** Returns a unique short text without spaces, for staff IDs and usernames. */
export const toWord = (name: string) => name.replace(/\s+/g, '-').toLowerCase();

const findFirstTeam = async (boss: Caller) => (await boss(endpoints.team.list, {})).results[0]?.id ?? 0;

/** Adds a new member without a browser. */
export async function addMember(boss: Caller, name: string, group_name = 'Editor PTE', start_time?: string) {
  const { groups } = await boss(endpoints.staff.choices, {});
  const word = toWord(name);
  const { member, one_time_password } = await boss(endpoints.staff.add, {
    staff_id: word,
    full_name: name,
    username: word,
    email: `${word}@darkroom.example`,
    phone_number: '0901234567',
    gender: 'Female',
    birthday: '1995-05-05',
    teams: [await findFirstTeam(boss)],
    group_id: groups.find((group) => group.group_name === group_name)?.id ?? null,
    residence_id: '079095000001',
    residence_address: '1 Lê Lợi',
    address: '2 Lê Lợi',
    ...(start_time === undefined ? {} : { start_time }),
  });
  return { member, one_time_password, word };
}

/** Opens a browser for a new member after the first sign-in. No other test shares the preferences of this member. */
export async function openAsNewMember(people: People, name: string, group_name: string): Promise<Page> {
  const { word, one_time_password } = await addMember(people.call('admin'), name, group_name);
  const page = await people.openSignedOut('/login');
  await signIn(page, word, one_time_password!);
  await setNewPassword(page, one_time_password!);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  return page;
}

/** Creates a one-time password for a member. All sessions of the member end. */
export async function resetPassword(administrator: Caller, username: string) {
  const users = Object.values(await administrator(endpoints.user.list, {}));
  const { id } = users.find((user) => user.username === username) ?? { id: 0 };
  return administrator(endpoints.user.resetPassword, { user_id: id });
}
