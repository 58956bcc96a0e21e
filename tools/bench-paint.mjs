import { setTimeout as sleep } from 'node:timers/promises';
import { ensureChromium } from './browsers.mjs';
import { PASSWORD, post, startBenchServer } from './bench-server.mjs';
import { ensureInstalled } from './install.mjs';
import { exitWithError } from './root.mjs';

// `npm run bench -- paint` measures the time from a press until the new rows of a list are painted, and compares it with
// the call plus the same rows set as HTML. Options: `--presses N`, `--only PATTERN`, `--running` (the server on PORT).
const readOption = (name, fallback) => {
  const found = process.argv.indexOf(`--${name}`);
  return found < 0 ? fallback : process.argv[found + 1];
};
const PRESSES = Number(readOption('presses', 24));
const ONLY = new RegExp(readOption('only', '.'));
const PORT = process.env.PORT ?? '4280';
const origin = `http://127.0.0.1:${PORT}`;

/** Ratios of a press to the call plus the HTML, and times of a slow line, above which a row is marked. */
const MAX_RATIO = 1.3;
const MAX_COLD_MS = 5000;
const MAX_WARM_MS = 1000;
const MAX_HEAP_RATIO = 1.1;
/** A line of 1 Mbit/s. */
const SLOW_LINE = { offline: false, latency: 40, downloadThroughput: 125_000, uploadThroughput: 125_000 };
/** Changes of tasks in a day of the bureau. */
const DAY_CHANGES = Number(readOption('changes', 3000));

const TABLE = { body: '[data-cells] tbody', row: '[data-row]' };
const GRID = { body: '[role="grid"] [role="rowgroup"]', row: '[role="row"]' };
const LISTS = [
  { name: 'tasks', url: '/job/task?tab=all', call: '/api/task/list', people: ['admin', 'leader.pte'], ...TABLE },
  { name: 'jobs', url: '/job', call: '/api/job/list', people: ['admin', 'boss'], ...TABLE },
  {
    name: 'requests',
    url: '/customer/requests?show=list&page_size=20',
    size: 20,
    call: '/api/customer-request/list',
    people: ['admin', 'cs'],
    ...TABLE,
  },
  {
    name: 'prices',
    url: '/customer/prices',
    call: '/api/customer/price/detail/',
    people: ['admin', 'accountant'],
    ...GRID,
  },
];

await ensureInstalled();
const { chromium } = await import('@playwright/test');
const executablePath = await ensureChromium();
const server = process.argv.includes('--running')
  ? null
  : await startBenchServer({ data: '.data/bench-paint', port: PORT });
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--enable-precise-memory-info'],
});
try {
  const rows = [];
  for (const list of LISTS)
    for (const person of list.people) {
      if (!ONLY.test(`${list.name} ${person}`)) continue;
      rows.push(...(await measureList(list, person)));
    }
  if (rows.length > 0) printTable(['list', 'press', 'painted', 'all rows', 'call', 'HTML', 'ratio', 'target'], rows);
  const others = [];
  if (ONLY.test('line')) others.push(...(await measureSlowLine()));
  if (ONLY.test('heap')) others.push(await measureHeap());
  if (others.length > 0) printTable(['figure', 'measured', 'target', 'met'], others);
} finally {
  await browser.close();
  server?.kill('SIGTERM');
}
process.exit(0);

/** Opens a browser window of a person. The content policy would reject the inline styles of rows that are set as HTML. */
async function openWindow() {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Asia/Bangkok',
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.addInitScript(measureInPage);
  return page;
}

async function signIn(page, username) {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Measures Next page and a filter of one list for one person. */
async function measureList(list, person) {
  const page = await openWindow();
  await signIn(page, person);
  await page.waitForURL((url) => url.pathname !== '/login');
  let request;
  page.on('request', (sent) => {
    if (sent.url().includes(list.call)) request = sent;
  });
  const open = async () => {
    await page.goto(origin + list.url);
    if (list.name === 'prices') await (await openPicker(page)).press('Enter');
    await page.locator(`${list.body} ${list.row}`).first().waitFor();
    // Later reads of the screen, such as forecasts and counts.
    await page.waitForLoadState('networkidle').catch(() => undefined);
    await sleep(500);
  };
  /** Presses, then repeats the call alone and stores the painted rows. */
  const measurePress = async (kind, press) => {
    request = undefined;
    await page.evaluate(([body, row, event]) => window.armPaint(body, row, event), [list.body, list.row, kind]);
    await press();
    const painted = await page.evaluate(async () => {
      const paint = await window.painted;
      return paint && { first: paint.first, all: await paint.all };
    });
    if (!painted) return undefined;
    const html = await page.evaluate((body) => document.querySelector(body).innerHTML, list.body);
    const call = request ? await page.evaluate(timeCall, toFetch(request)) : 0;
    return { painted, call, html };
  };
  const isPrices = list.name === 'prices';
  const actions = {
    ...(isPrices
      ? {
          'another customer': async () => {
            const picker = await openPicker(page);
            return measurePress('keydown', () => picker.press('Enter'));
          },
        }
      : {
          'next page': async () => {
            const next = page.locator('.ant-pagination-next:not(.ant-pagination-disabled) button');
            if ((await next.count()) === 0) return undefined;
            return measurePress('click', () => next.click());
          },
        }),
    filter: async (at, texts) => {
      // The browser filters the prices, so that this press has no call.
      if (isPrices) {
        const choice = page.getByText(at % 2 === 0 ? 'With a price' : 'All', { exact: true });
        return measurePress('click', () => choice.click());
      }
      const search = page.locator('search input[type="search"]');
      await search.fill(texts[at % texts.length]);
      return measurePress('keydown', () => search.press('Enter'));
    },
  };
  const result = [];
  for (const [action, press] of Object.entries(actions)) {
    await open();
    const texts = action === 'filter' && !isPrices ? await findTexts(list, request) : [];
    const measures = [];
    for (let at = 0; measures.length < PRESSES; at += 1) {
      const measure = await press(at, texts);
      // Without a call, the rows were in the cache or there is no next page. A new visit has an empty cache.
      if (measure && (measure.call > 0 || (isPrices && action === 'filter'))) measures.push(measure);
      else await open();
      if (at > PRESSES * 4) exitWithError(`Too few presses of ${list.name} sent a call.`);
    }
    const html = await page.evaluate(measureHtml, [list.body, measures.map((measure) => measure.html)]);
    const painted = measures.map((measure) => measure.painted.first);
    const all = measures.map((measure) => measure.painted.all);
    const call = measures.map((measure) => measure.call);
    const ratio = median(painted) / (median(call) + median(html));
    result.push([
      `${list.name}, ${person}`,
      action,
      formatTimes(painted),
      formatTimes(all),
      formatTimes(call),
      formatTimes(html),
      ratio.toFixed(2),
      ratio <= MAX_RATIO ? 'yes' : '**no**',
    ]);
    console.log(result.at(-1).join(' | '));
  }
  await page.context().close();
  return result;
}

/** Opens the choice of the customer with the next customer active, which Enter chooses. */
async function openPicker(page) {
  const picker = page.getByRole('combobox', { name: 'Customer' });
  await picker.click();
  await picker.press('ArrowDown');
  return picker;
}

/** Finds texts for the search with at least one page of matches. */
async function findTexts({ call, size = 50 }, request) {
  const token = request.headers().authorization.replace('Bearer ', '');
  const { page: _page, ...input } = request.postDataJSON();
  const texts = [];
  for (const text of 'aeiounrtslcdmhgpkbvy0123456789') {
    const { total_items } = await post(origin + call, { ...input, page_size: 20, text }, token);
    if (total_items >= size) texts.push(text);
  }
  if (texts.length < 4) exitWithError(`Too few texts match ${size} rows of ${call}.`);
  return texts;
}

function toFetch(request) {
  const init = { method: request.method(), headers: request.headers(), body: request.postData() ?? undefined };
  return { url: request.url(), init };
}

/** Repeats a call until its body is read. Runs in the page. */
async function timeCall({ url, init }) {
  const start = performance.now();
  const response = await fetch(url, { ...init, credentials: 'omit' });
  await response.text();
  return performance.now() - start;
}

/** Adds `armPaint`, which measures from the next event until changed rows are painted. Runs in the page. */
function measureInPage() {
  window.afterPaint = (done) => {
    const { port1, port2 } = new MessageChannel();
    // Arrives after the frame is drawn.
    port1.addEventListener('message', done);
    port1.start();
    port2.postMessage(null);
  };
  window.armPaint = (body, row, kind) => {
    const read = () => {
      const element = document.querySelector(body);
      const busy = element?.closest('[aria-busy="true"]');
      if (!element || busy) return null;
      return [...element.querySelectorAll(row)].map((one) => one.dataset.row ?? one.textContent).join('|');
    };
    const before = read();
    /** Resolves with the time at which the last row was painted. */
    const waitForAll = (event) =>
      new Promise((resolve) => {
        let count = 0;
        let painted = 0;
        const start = performance.now();
        const check = () => {
          const now = document.querySelectorAll(`${body} ${row}`).length;
          if (now !== count) window.afterPaint(() => (painted = performance.now() - event.timeStamp));
          count = now;
          if (performance.now() - start < 1000) requestAnimationFrame(check);
          else resolve(painted);
        };
        requestAnimationFrame(check);
      });
    window.painted = new Promise((resolve) => {
      window.addEventListener(
        kind,
        (event) => {
          const start = performance.now();
          const check = () => {
            const now = read();
            // A search can find the rows that are already there.
            if (performance.now() - start > 5000) resolve(null);
            else if (now === null || now === before) requestAnimationFrame(check);
            else
              window.afterPaint(() => resolve({ first: performance.now() - event.timeStamp, all: waitForAll(event) }));
          };
          requestAnimationFrame(check);
        },
        { capture: true, once: true },
      );
    });
  };
}

/** Measures rows set as HTML until they are painted, in the place of the list's own rows. Runs in the page. */
async function measureHtml([body, texts]) {
  const own = document.querySelector(body);
  const copy = own.cloneNode(false);
  own.replaceWith(copy);
  const times = [];
  for (const html of texts) {
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 16));
    const start = performance.now();
    copy.innerHTML = html;
    times.push(
      await new Promise((resolve) => {
        requestAnimationFrame(() => window.afterPaint(() => resolve(performance.now() - start)));
      }),
    );
  }
  return times;
}

/** Measures sign-in until the first rows on a line of 1 Mbit/s, without and with the files in the cache. */
async function measureSlowLine() {
  const page = await openWindow();
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', SLOW_LINE);
  const measure = async () => {
    const start = performance.now();
    await page.goto(`${origin}/login`, { waitUntil: 'commit' });
    await page.getByLabel('Username').fill('leader.pte');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const pressed = performance.now();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator(`${TABLE.body} ${TABLE.row}`).first().waitFor();
    const end = performance.now();
    return { all: end - start, rows: end - pressed };
  };
  const cold = await measure();
  const warm = [];
  for (let at = 0; at < 5; at += 1) {
    await page.evaluate(() => localStorage.clear());
    warm.push(await measure());
  }
  await page.context().close();
  const warmRows = median(warm.map(({ rows }) => rows));
  return [
    [
      '1 Mbit/s, empty cache: sign-in to rows',
      `${cold.rows.toFixed(0)} ms (with the form ${cold.all.toFixed(0)} ms)`,
      `≤ ${MAX_COLD_MS} ms`,
      formatMet(cold.rows <= MAX_COLD_MS),
    ],
    [
      '1 Mbit/s, files cached: sign-in to rows',
      `${warmRows.toFixed(0)} ms (with the form ${median(warm.map(({ all }) => all)).toFixed(0)} ms)`,
      `≤ ${MAX_WARM_MS} ms`,
      formatMet(warmRows <= MAX_WARM_MS),
    ],
  ];
}

/** Measures the JavaScript heap of an open task list before and after a day's changes of tasks. */
async function measureHeap() {
  const page = await openWindow();
  await signIn(page, 'leader.pte');
  await page.locator(`${TABLE.body} ${TABLE.row}`).first().waitFor();
  const { access_token } = await post(`${origin}/api/user/login`, { username: 'admin', password: PASSWORD });
  const inspector = await page.context().newCDPSession(page);
  const readHeap = async () => {
    await sleep(3000);
    for (let at = 0; at < 3; at += 1) await inspector.send('HeapProfiler.collectGarbage');
    const { usedSize } = await inspector.send('Runtime.getHeapUsage');
    return usedSize;
  };
  // The first changes load code and fill caches.
  await changeTasks(access_token, Math.min(200, DAY_CHANGES));
  const before = await readHeap();
  await changeTasks(access_token, DAY_CHANGES);
  const after = await readHeap();
  await page.context().close();
  return [
    `JavaScript heap after ${DAY_CHANGES} changes`,
    `${(after / before).toFixed(2)} × (${(before / 1e6).toFixed(1)} to ${(after / 1e6).toFixed(1)} MB)`,
    `≤ ${MAX_HEAP_RATIO} ×`,
    formatMet(after / before <= MAX_HEAP_RATIO),
  ];
}

/** Corrects tasks of the list one after the other. Each correction is a live event of every open list. */
async function changeTasks(token, count) {
  const { results } = await post(`${origin}/api/task/list`, { page_size: 200 }, token);
  const tasks = [...results];
  for (let at = 0; at < count; at += 1) {
    const { task_id, version } = tasks[at % tasks.length];
    const correction = { task_id, version, reason: 'measured', notes: `measured ${at}` };
    tasks[at % tasks.length] = await post(`${origin}/api/admin/task/update`, correction, token);
  }
}

function formatMet(met) {
  return met ? 'yes' : '**no**';
}

function getPercentile(times, share) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function median(times) {
  return getPercentile(times, 0.5);
}

function formatTimes(times) {
  return `${median(times).toFixed(0)} (p95 ${getPercentile(times, 0.95).toFixed(0)})`;
}

function printTable(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows];
  console.log(`\n${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`);
}
