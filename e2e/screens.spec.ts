import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { signIn, test, type People } from './bureau.ts';
import { SCREENS } from './screen-list.ts';
import { measureOverflow, waitUntilSettled, findSmallTargets } from './screens.ts';

const WIDTHS = [1440, 1024, 360] as const;
type ScreenVariant = readonly [colorScheme: 'light' | 'dark', width: (typeof WIDTHS)[number]];
// Theme and language are independent: Vietnamese is checked in light, English in dark. ALL_LOOKS=1 checks both
// languages in both themes.
const listVariants = (language: 'vi' | 'en'): readonly ScreenVariant[] => {
  const themes = process.env.ALL_LOOKS
    ? (['light', 'dark'] as const)
    : ([language === 'vi' ? 'light' : 'dark'] as const);
  return themes.flatMap((theme) => WIDTHS.map((width) => [theme, width] as const));
};

const WCAG: axe.RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] };
// The structure of a page does not depend on the language, so the other language checks only rules of colour and words.
const RULES: Record<'vi' | 'en', axe.RunOptions> = {
  vi: WCAG,
  en: process.env.ALL_LOOKS
    ? WCAG
    : { runOnly: { type: 'rule', values: ['color-contrast', 'label', 'button-name', 'link-name'] } },
};
// At 1024 px only the space between the parts differs. Rules of colour and words give the same result at each width.
const hasRules = (language: 'vi' | 'en', width: number) =>
  width === 1440 || (width === 360 && language === 'vi') || Boolean(process.env.ALL_LOOKS);

const VIEWERS = [...new Set(SCREENS.map(({ who }) => who))];

/**
 * Visits the screens in one page, as people do, so that shared code loads once. With rules, each screen is also checked
 * for accessibility, which takes most of the time.
 */
async function visitScreens(
  people: People,
  who: string | null,
  language: 'vi' | 'en',
  variants: readonly ScreenVariant[],
  rules?: axe.RunOptions,
): Promise<void> {
  const [colorScheme] = variants[0] ?? ['light'];
  const contextOptions = { locale: language === 'vi' ? 'vi-VN' : 'en-US', colorScheme } as const;
  const page = who
    ? await people.open(who, 'about:blank', { ...contextOptions, language })
    : await people.openSignedOut('about:blank', contextOptions);
  const faults = await collectErrors(page);
  const paths = SCREENS.filter((screen) => screen.who === who).map(({ path }) => path);
  await page.goto(paths[0] ?? '/');
  for (const path of paths) {
    await test.step(path, async () => {
      await goTo(page, path);
      await expect(page).toHaveTitle(/\S.* · Darkroom$/);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const [theme, width] of variants) {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width, height: 900 });
        await waitUntilSettled(page);
        const label = `${path}, ${theme}, ${width} px`;
        expect.soft(await measureOverflow(page), `${label}: scrolls sideways`).toBeLessThanOrEqual(0);
        if (who)
          expect.soft(await measureBeyondWindow(page), `${label}: the page itself scrolls`).toBeLessThanOrEqual(0);
        if (width === 360) {
          // The filters adapt to the new window a moment later.
          const findMissedTargets = async () => [...new Set(await findSmallTargets(page))];
          await expect.configure({ soft: true }).poll(findMissedTargets, `${label}: a thumb misses`).toEqual([]);
        }
        // A table adapts later too: for a moment its columns have the old width, with no cell to hold the focus.
        if (rules && hasRules(language, width))
          await expect
            .configure({ soft: true })
            .poll(() => findViolations(page, rules), label)
            .toEqual([]);
      }
      expect.soft(faults.splice(0), `${path}: complaints of the browser`).toEqual([]);
    });
  }
}

test.describe('every screen, light and dark, wide and narrow', () => {
  test.describe.configure({ mode: 'parallel' });
  for (const language of ['vi', 'en'] as const) {
    for (const who of VIEWERS) {
      test(`in ${language}, seen ${who ? `by ${who}` : 'signed out'}`, ({ people }) =>
        visitScreens(people, who, language, listVariants(language), RULES[language]));
    }
  }
});

test.describe('every screen at one width', { tag: '@quick' }, () => {
  test.describe.configure({ mode: 'parallel' });
  for (const who of ['admin', 'customer.lumen-sydney']) {
    test(`seen by ${who}`, ({ people }) => visitScreens(people, who, 'vi', [['light', 1440]]));
  }
});

test.describe('access to a screen without a session or a permission', () => {
  test('without a token a link leads to sign-in, and then to its screen', { tag: '@quick' }, async ({ people }) => {
    const page = await people.openSignedOut('/job?text=wattle&page_size=20');
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, 'cs');
    await expect(page).toHaveURL(/\/job\?.*text=wattle/);
    await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
  });

  test('an editor has no access to the jobs', async ({ people }) => {
    const page = await people.open('editor.pte', '/job');
    await expect(page).toHaveURL(/\/forbidden$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Sorry, you are not authorized to access this page.',
    );
  });

  test('a session without a permission list goes to home', async ({ people }) => {
    const page = await people.open('editor.pte', '/account/information');
    await waitUntilSettled(page);
    await page.route('**/api/user/me', (route) => route.abort());
    // Removed when the page starts, because an earlier request can store the list again until then.
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

test.describe('pages that report an error', () => {
  test('each error page names its problem and links home', async ({ people }) => {
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

  test('a screen that crashes shows the router’s fallback', async ({ people }) => {
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

/** Goes to a path without a reload, as a click in the menu does. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState(null, '', to), path);
  await waitUntilSettled(page);
}

/** Collects the browser's errors and violations of the security policy while the page is used. */
async function collectErrors(page: Page): Promise<string[]> {
  const faults: string[] = [];
  // A violation that a script has caught is not in the console.
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

/** Finds serious and critical violations of axe, with their elements. */
async function findViolations(page: Page, rules: axe.RunOptions): Promise<string[]> {
  // The screens use no frames and the page is not reloaded, so axe is injected once.
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

/** Measures the pixels of the document below the window. Each screen scrolls within its frame, so 0 is expected. */
const measureBeyondWindow = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
