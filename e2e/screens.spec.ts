import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { signIn, test, type People } from './bureau.ts';
import { LOOKS } from './blind-checks.ts';
import { overflow, settled, smallTargets } from './screens.ts';

const WIDTHS = [1440, 1024, 360] as const;
type Look = readonly [colorScheme: 'light' | 'dark', width: (typeof WIDTHS)[number]];
// Light and language have no part in each other: Vietnamese is looked at in light, English in dark. ALL_LOOKS=1 looks at
// both in both.
const looksIn = (language: 'vi' | 'en'): readonly Look[] => {
  const lights = process.env.ALL_LOOKS
    ? (['light', 'dark'] as const)
    : ([language === 'vi' ? 'light' : 'dark'] as const);
  return lights.flatMap((light) => WIDTHS.map((width) => [light, width] as const));
};

const WCAG: axe.RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] };
// Words change nothing of a page's bones, so in the other language only what colours and words decide is asked again.
const RULES: Record<'vi' | 'en', axe.RunOptions> = {
  vi: WCAG,
  en: process.env.ALL_LOOKS
    ? WCAG
    : { runOnly: { type: 'rule', values: ['color-contrast', 'label', 'button-name', 'link-name'] } },
};
// At 1024 px the same parts stand closer together: whether they fit is what is asked there. Colours and words are the same at each width.
const isRuled = (language: 'vi' | 'en', width: number) =>
  width === 1440 || (width === 360 && language === 'vi') || Boolean(process.env.ALL_LOOKS);

const WHO = [...new Set(LOOKS.map(({ who }) => who))];

/**
 * One visit from screen to screen, as people make it: what the screens share is loaded once. With rules, each screen is also checked for
 * accessibility, which takes longer than everything else.
 */
async function walk(
  people: People,
  who: string | null,
  language: 'vi' | 'en',
  looks: readonly Look[],
  rules?: axe.RunOptions,
): Promise<void> {
  const [colorScheme] = looks[0] ?? ['light'];
  const quiet = { locale: language === 'vi' ? 'vi-VN' : 'en-US', colorScheme } as const;
  const page = who
    ? await people.open(who, 'about:blank', { ...quiet, language })
    : await people.stranger('about:blank', quiet);
  const faults = await listen(page);
  const paths = LOOKS.filter((look) => look.who === who).map(({ path }) => path);
  await page.goto(paths[0] ?? '/');
  for (const path of paths) {
    await test.step(path, async () => {
      await goTo(page, path);
      await expect(page).toHaveTitle(/\S.* · Darkroom$/);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const [light, width] of looks) {
        await page.emulateMedia({ colorScheme: light });
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        const look = `${path}, ${light}, ${width} px`;
        expect.soft(await overflow(page), `${look}: scrolls sideways`).toBeLessThanOrEqual(0);
        if (who) expect.soft(await beyondWindow(page), `${look}: the page itself scrolls`).toBeLessThanOrEqual(0);
        if (width === 360) {
          // The filters hear of their new room a moment after the window has it.
          const missed = async () => [...new Set(await smallTargets(page))];
          await expect.configure({ soft: true }).poll(missed, `${look}: a thumb misses`).toEqual([]);
        }
        // So does a table: for a moment its columns are as wide as the former window's, with nothing in them to hold the focus.
        if (rules && isRuled(language, width))
          await expect
            .configure({ soft: true })
            .poll(() => seriousFaults(page, rules), look)
            .toEqual([]);
      }
      expect.soft(faults.splice(0), `${path}: complaints of the browser`).toEqual([]);
    });
  }
}

test.describe('every screen, light and dark, wide and narrow', () => {
  test.describe.configure({ mode: 'parallel' });
  for (const language of ['vi', 'en'] as const) {
    for (const who of WHO) {
      test(`in ${language}, seen by ${who ?? 'a stranger'}`, ({ people }) =>
        walk(people, who, language, looksIn(language), RULES[language]));
    }
  }
});

test.describe('every screen at one width', { tag: '@quick' }, () => {
  test.describe.configure({ mode: 'parallel' });
  for (const who of ['admin', 'customer.lumen-sydney']) {
    test(`seen by ${who}`, ({ people }) => walk(people, who, 'vi', [['light', 1440]]));
  }
});

test.describe('who may go where', () => {
  test(
    'without a token one signs in first, and then comes to where one wanted to go',
    { tag: '@quick' },
    async ({ people }) => {
      const page = await people.stranger('/job?text=wattle&page_size=20');
      await expect(page).toHaveURL(/\/login$/);
      await signIn(page, 'cs');
      await expect(page).toHaveURL(/\/job\?.*text=wattle/);
      await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
    },
  );

  test('an editor has no access to the jobs', async ({ people }) => {
    const page = await people.open('editor.pte', '/job');
    await expect(page).toHaveURL(/\/forbidden$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Sorry, you are not authorized to access this page.',
    );
  });

  test('a session without a permission list is led home', async ({ people }) => {
    const page = await people.open('editor.pte', '/account/information');
    await settled(page);
    await page.route('**/api/user/me', (route) => route.abort());
    // As the page begins: what was asked before it may still put the list back until then.
    await page.addInitScript(() => localStorage.removeItem('permissions'));
    await page.goto('/job');
    await expect(page).toHaveURL(/\/$/);
  });

  test('home shows the page of the person', async ({ people }) => {
    for (const [who, heading] of [
      ['boss', 'Jobs'],
      ['qc.ots', 'Tasks'],
      ['accountant', 'Information'],
    ] as const) {
      const page = await people.open(who, '/');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page).toHaveURL(/\/$/);
    }
  });
});

test.describe('pages that say what is wrong', () => {
  test('each says so and leads home', async ({ people }) => {
    const page = await people.open('boss', 'about:blank');
    for (const [path, sentence] of [
      ['/forbidden', 'Sorry, you are not authorized to access this page.'],
      ['/internal-server-error', 'Sorry, something went wrong.'],
      ['/no/such/page', 'Sorry, the page you visited does not exist.'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentence);
      await page.getByRole('link', { name: 'Back Home' }).click();
      await expect(page).toHaveURL(/\/$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jobs');
    }
  });

  test('a screen that breaks shows the router’s fallback', async ({ people }) => {
    const page = await people.open('boss', 'about:blank');
    await page.route(/\/assets\/account-page-.*\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'export default () => { throw new Error("broken"); };' }),
    );
    await page.goto('/account/information');
    await expect(page.getByRole('alert')).toContainText('Unexpected Application Error!');
    await page.getByRole('link', { name: 'Back Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jobs');
  });
});

/** Goes to an address without loading the page anew, as a click in the menu does. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState(null, '', to), path);
  await settled(page);
}

/** Everything the browser complains of while the page is used: errors, and what its security policy forbids. */
async function listen(page: Page): Promise<string[]> {
  const faults: string[] = [];
  // A refusal that a script has caught stands in no console.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sourceFile, lineNumber }) =>
      console.error(`refused by the security policy: ${effectiveDirective}, ${sourceFile}:${lineNumber}`),
    ),
  );
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  return faults;
}

/** What axe finds serious or worse, in words one can act on. */
async function seriousFaults(page: Page, rules: axe.RunOptions): Promise<string[]> {
  // Nothing here stands in a frame, and the page stays: axe is brought in once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (options) => (await (window as typeof window & { axe: typeof axe }).axe.run(document, options)).violations,
    { ...rules, resultTypes: ['violations'] } satisfies axe.RunOptions,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map((node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)}`),
    );
}

/** How far the document goes on below the window, in pixels: each screen scrolls within its frame. */
const beyondWindow = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
