import type { OutputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { addJob, test } from './bureau.ts';
import { QUARTER } from './screen-list.ts';
import { measureOverflow, findSmallTargets } from './screens.ts';

const PHONE = { viewport: { width: 360, height: 780 } };
const { request: bureau, portal } = endpoints;

/** Tabs at the foot of a phone. */
const tab = (page: Page, name: RegExp) => page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name });

test(
  'a customer reports a problem in a job by phone and reads the reply live',
  { tag: '@quick' },
  async ({ people, named }) => {
    const cs = people.call('cs');
    const { results: ownCustomers } = await people.call('customer.lumen-sydney')(portal.customer2, {});
    const job = await addJob(cs, named('Boathouse at dusk'), 'PTE', ownCustomers[0]?.id);
    const phone = await people.open('customer.lumen-sydney', `/?text=${encodeURIComponent(job.job_name)}`, PHONE);
    const card = phone.getByRole('row').filter({ hasText: job.job_name });

    await test.step('the job is a card with name, three states and progress', async () => {
      await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your jobs');
      await expect(card).toContainText('0 of 12 completed');
      await expect(card.getByRole('img', { name: /^1 task: 1 To Do$/ })).toBeVisible();
      expect(await measureOverflow(phone)).toBeLessThanOrEqual(0);
      expect(await findSmallTargets(phone)).toEqual([]);
    });

    await test.step('the input is kept after a reload without a network', async () => {
      await card.getByRole('button', { name: `Open ${job.job_name}` }).click();
      const before = phone.url();
      await phone.getByRole('button', { name: 'Report a problem' }).click();
      await expect(phone.getByLabel('Description')).toBeVisible();
      // The form is in the URL, so Back closes both.
      await phone.goBack();
      await expect(phone.getByLabel('Description')).toBeHidden();
      expect(phone.url()).toBe(before);
      await phone.getByRole('button', { name: 'Report a problem' }).click();
      // A subject that is too long stays complete, with an error.
      const named = phone.getByLabel('Subject');
      const nameValue = await named.inputValue();
      await named.fill('x'.repeat(120));
      await expect(phone.getByText('Max Length is 100!')).toBeVisible();
      await expect(named).toHaveValue('x'.repeat(120));
      await named.fill(nameValue);
      await phone.getByLabel('Description').fill('The horizon leans to the left.');
      await phone.context().setOffline(true);
      await phone.getByRole('button', { name: 'Send request' }).click();
      await expect(phone.getByText(/Could not reach/).first()).toBeVisible();
      await phone.context().setOffline(false);
      await phone.reload();
      await expect(phone.getByLabel('Description')).toHaveValue('The horizon leans to the left.');
      await phone.getByRole('button', { name: 'Send request' }).click();
      await expect(phone.getByText('Request sent. We will reply here.')).toBeVisible();
    });

    const subject = `Problem with ${job.job_name}`;
    const { results } = await people.call('customer.lumen-sydney')(portal.listRequests, { text: job.job_name });
    const id = results[0]?.id ?? 0;
    expect(results[0]).toMatchObject({ subject, type: 'FAULTS', status: 'NEED_REVIEW', job_id: job.job_id });

    await test.step('the customer sees four steps, and the request in the first', async () => {
      await tab(phone, /^Contact us/).click();
      await phone.getByRole('link', { name: new RegExp(subject) }).click();
      await expect(phone.getByRole('listitem').filter({ hasText: 'Received' })).toHaveAttribute('aria-current', 'step');
      await expect(phone.getByText('The horizon leans to the left.')).toBeVisible();
    });

    await test.step('the bureau accepts and replies, and the reply appears at once and is marked read', async () => {
      const { results: found } = await cs(bureau.list, { id });
      await cs(bureau.review, { id, version: found[0]!.version, accept: true, board: 'CS_BOARD' });
      await expect(phone.getByRole('listitem').filter({ hasText: 'Planned' })).toHaveAttribute('aria-current', 'step');
      await cs(bureau.reply, { id, text: 'We straighten it today.' });
      await expect(phone.getByText('We straighten it today.')).toBeVisible();
      const readCounts = () => people.call('customer.lumen-sydney')(portal.listRequests, { id });
      await expect.poll(async () => (await readCounts()).results[0]?.unread).toBe(0);
    });

    await test.step('the customer writes back', async () => {
      await phone.getByLabel('Your Message').fill('Thank you.');
      await phone.getByRole('article').getByRole('button', { name: 'Send message' }).click();
      await expect(phone.getByRole('list', { name: 'Messages' })).toContainText('Thank you.');
      await expect(phone.getByLabel('Your Message')).toHaveValue('');
      // The new message scrolls into view in a thread of any length.
      const long = Array.from({ length: 30 }, (_, line) => `Image ${line + 1} too.`).join('\n');
      await phone.getByLabel('Your Message').fill(long);
      await phone.getByRole('article').getByRole('button', { name: 'Send message' }).click();
      await expect(phone.getByLabel('Your Message')).toHaveValue('');
      await phone.getByLabel('Your Message').fill('Those were all.');
      await phone.getByRole('article').getByRole('button', { name: 'Send message' }).click();
      await expect(phone.getByText('Those were all.', { exact: true })).toBeInViewport();
      const { results: thread } = await cs(bureau.messages, { id });
      expect(thread.map(({ text }) => text)).toContain('Thank you.');
    });

    await test.step('a reply is announced and counted on other screens, and opens with one press', async () => {
      await tab(phone, /^Prices/).click();
      const progressText = phone
        .getByRole('status')
        .locator('div')
        .filter({ hasText: `We have replied: “${subject}”` })
        .last();
      // A phone shows one toast at a time, the newest. Another journey's reply to this customer can replace it.
      await expect(async () => {
        await cs(bureau.reply, { id, text: 'It is in your folder now.' });
        await expect(progressText).toBeVisible({ timeout: 5_000 });
        await expect(tab(phone, /^Contact us.* \d+ requests? with a new reply$/)).toBeVisible({ timeout: 2_000 });
        await progressText.getByRole('button', { name: 'Read reply', exact: true }).click({ timeout: 2_000 });
      }).toPass();
      await expect(phone.getByText('It is in your folder now.').last()).toBeVisible();
    });
  },
);

test('a customer sees their own prices, report, details and articles, and none of others', async ({ people }) => {
  const page = await people.open('customer.lumen-sydney', '/customer-portal/prices');
  await expect(page.getByRole('columnheader', { name: 'Price', exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Wholesale' })).toHaveCount(0);
  await page.goto('/customer-portal/report?from=2000-01-01&to=2000-01-31');
  await expect(page.getByText('Nothing completed in this period')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /Wholesale/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the last 12 months' }).click();
  await expect(page.getByRole('img', { name: /^By month/ })).toBeVisible();
  await page.setViewportSize(PHONE.viewport);
  await test.step('the longest name of the customer 0 has all its letters on a phone', async () => {
    const name = 'L'.repeat(95);
    await page.route(`**${portal.detail.path}`, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as OutputOf<typeof portal.detail>;
      await route.fulfill({
        response,
        json: { ...answer, results: answer.results.map((row) => ({ ...row, cus0_name: name })) },
      });
    });
    await page.goto('/customer-portal/detail');
    const measureCut = (element: Element) => element.scrollWidth - element.clientWidth;
    expect(await page.getByText(name).first().evaluate(measureCut)).toBe(0);
  });
  await page.getByRole('button', { name: 'Change details' }).click();
  await expect(page.getByLabel('Description')).toHaveValue(/Company Name: /);
  const pricesPage = await people.open('customer0.lumen', '/customer-portal/prices');
  await expect(pricesPage.getByRole('columnheader', { name: 'Lumen Brisbane' })).toBeVisible();
  await expect(pricesPage.getByText(/^wholesale /).first()).toBeVisible();
});

test('amounts are aligned on a phone: by decimal point in lists, right on cards', async ({ people }) => {
  const phone = await people.open('customer.lumen-sydney', '/customer-portal/prices', PHONE);

  for (const [path, name] of [
    ['/customer-portal/prices', 'Your prices'],
    [`/customer-portal/report?${QUARTER}`, 'Your report'],
  ] as const) {
    await test.step(name, async () => {
      await phone.goto(path);
      await expect(phone.getByRole('table', { name }).locator('[data-padding]').nth(5)).toBeVisible();
      const pointPositions = await phone.getByRole('table', { name }).evaluate((table) =>
        [...table.querySelectorAll('[data-padding]')].flatMap((amount) => {
          const text = amount.firstChild;
          const point = text?.textContent?.lastIndexOf('.') ?? -1;
          if (!text || point < 0) return [];
          const range = document.createRange();
          range.setStart(text, point);
          range.setEnd(text, point + 1);
          return [range.getBoundingClientRect().left];
        }),
      );
      expect(pointPositions.length).toBeGreaterThan(5);
      expect(Math.max(...pointPositions) - Math.min(...pointPositions)).toBeLessThan(1);
    });
  }

  await test.step('the amounts of the customer’s jobs end at one right edge', async () => {
    await phone.goto('/customer-portal/job');
    const amounts = phone.getByRole('table', { name: 'Your jobs' }).getByText(/^[\d,.]+ USD$/);
    await expect(amounts.nth(5)).toBeVisible();
    const rightEdges = await amounts.evaluateAll((all) =>
      all.map((amount) => {
        const range = document.createRange();
        range.selectNodeContents(amount.firstChild!);
        return range.getBoundingClientRect().right;
      }),
    );
    expect(Math.max(...rightEdges) - Math.min(...rightEdges)).toBeLessThan(1);
  });
});
