import { endpoints } from '@darkroom/contract/endpoints';
import type { RequestRow } from '@darkroom/contract/request/request';
import type { RequestStatus } from '@darkroom/domain/request/status';
import { expect, type Locator, type Page } from '@playwright/test';
import { test, type Caller } from './bureau.ts';
import { holdResponses, measureOverflow, rowOf } from './screens.ts';

const { request: calls } = endpoints;

/** Finds a request of the CS board in this status, or moves one there. */
async function findRequest(boss: Caller, status: RequestStatus, usedIds: readonly number[] = []): Promise<RequestRow> {
  const find = async (where: RequestStatus) => {
    const { results } = await boss(calls.list, { board: 'CS_BOARD', status: [where], sort: 'status_since' });
    return results.find(({ id }) => !usedIds.includes(id));
  };
  const existingRequest = await find(status);
  if (existingRequest) return existingRequest;
  const otherRequest = status === 'TODO' ? await find('PROCESSING') : await find('TODO');
  if (!otherRequest || status === 'NEED_REVIEW') throw new Error(`The demo bureau has no request in ${status}`);
  return boss(calls.changeStatus, { id: otherRequest.id, version: otherRequest.version, status });
}

const column = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });
const cardOf = (position: Page | Locator, row: RequestRow): Locator =>
  position.getByRole('listitem').filter({ hasText: row.subject });

test('a request is reviewed, dragged, moved by keys, and undone', { tag: '@quick' }, async ({ people }) => {
  const boss = people.call('boss');
  const row = await findRequest(boss, 'NEED_REVIEW');
  const page = await people.open('cs', '/customer/requests');
  const [review, todo, processing, done] = [/^Need Review/, /^To Do/, /^Processing/, /^Done/].map((name) =>
    column(page, name),
  ) as [Locator, Locator, Locator, Locator];
  const menu = page.getByRole('navigation').getByRole('link', { name: /^Customer Requests/ });
  // Other journeys also add requests, so the server's count is read each time.
  const expectMenuCount = () =>
    expect(async () => {
      const { need_review } = await people.call('cs')(calls.counts, {});
      await expect(menu).toHaveAccessibleName(new RegExp(`, ${need_review} to review, \\d+ open$`), { timeout: 3_000 });
    }).toPass();
  await expectMenuCount();

  await test.step('work on a request needs a review, which accepts it onto a board', async () => {
    await cardOf(review, row).dragTo(processing);
    await expect(cardOf(review, row)).toBeVisible();
    await cardOf(review, row).getByRole('button', { name: 'Review', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Review request' });
    await expect(dialog).toContainText(row.description);
    await expect(dialog.getByRole('radio', { name: 'CS board' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Approve request' }).click();
    // The message disappears after some seconds, so it is looked for first.
    await expect(page.getByText(`“${row.subject}” approved for the CS board`)).toBeVisible();
    await expect(cardOf(todo, row)).toBeVisible();
    await expectMenuCount();
  });

  await test.step('a drag moves the card to the next column only', async () => {
    await cardOf(todo, row).dragTo(done);
    await expect(cardOf(todo, row)).toBeVisible();
    // The event of the review can still reorder the columns. A card that moves during the drag falls back and is
    // dragged again.
    await expect(async () => {
      if (await cardOf(todo, row).isVisible()) await cardOf(todo, row).dragTo(processing, { timeout: 3_000 });
      await expect(cardOf(processing, row)).toContainText('cs is working on it', { timeout: 3_000 });
    }).toPass();
  });

  await test.step('keys move the card like the pointer, the focus follows, and U undoes', async () => {
    const subject = (position: Locator) => position.getByRole('button', { name: row.subject, exact: true });
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await subject(processing).focus();
    // U undoes the change that is on the screen, even before the response of the server.
    const releaseResponses = await holdResponses(page, /\/change-status$/);
    await page.keyboard.press('m');
    await expect(cardOf(done, row)).toContainText('done by cs');
    await expect(subject(done)).toBeFocused();
    await page.keyboard.press('u');
    releaseResponses();
    await expect(cardOf(processing, row)).toBeVisible();
    await subject(processing).focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(subject(todo)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Request' })).toContainText(row.description);
    await expect(page).toHaveURL(new RegExp(`request=${row.id}`));
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Next step of the request');
  });
});

test('two people move one card: the second sees who was first, and every board updates', async ({ people }) => {
  const boss = people.call('boss');
  const row = await findRequest(boss, 'TODO');
  const [cs, otherPage] = await Promise.all([
    people.open('cs', '/customer/requests'),
    people.open('khanh.vu', '/customer/requests'),
  ]);
  const start = cardOf(column(cs, /^To Do/), row).getByRole('button', { name: 'Start', exact: true });
  await expect(start).toBeVisible();
  await expect(cardOf(column(otherPage, /^To Do/), row)).toBeVisible();

  // The second person presses before the event of the first change arrives.
  const releaseDrag = await holdResponses(cs, /customer-request\/change-status/);
  await start.click();
  await expect(cardOf(column(cs, /^Processing/), row)).toContainText('cs is working on it');
  await cardOf(column(otherPage, /^To Do/), row)
    .getByRole('button', { name: 'Start', exact: true })
    .click();
  await expect(cardOf(column(otherPage, /^Processing/), row)).toContainText('khanh.vu is working on it');
  releaseDrag();
  await expect(
    cs.getByText(`Could not move “${row.subject}”. khanh.vu has moved the request to Processing.`),
  ).toBeVisible();
  await expect(cardOf(column(cs, /^Processing/), row)).toContainText('khanh.vu is working on it');

  const since = Date.now();
  await cardOf(column(otherPage, /^Processing/), row)
    .getByRole('button', { name: 'Done', exact: true })
    .click();
  await expect(cardOf(column(cs, /^Done/), row)).toContainText('done by khanh.vu');
  test.info().annotations.push({ type: 'received', description: `after ${Date.now() - since} ms` });
});

test('in Vietnamese: a rejection needs a reply, and only the customer’s jobs are linked', async ({ people }) => {
  const boss = people.call('boss');
  const row = await findRequest(boss, 'NEED_REVIEW');
  const [job] = (await boss(calls.jobs, { id: row.id })).results;
  if (!job) throw new Error('The customer of this request has no jobs');
  const page = await people.open('cs', `/customer/requests?request=${row.id}`, { language: 'vi', locale: 'vi-VN' });
  const drawer = page.getByRole('dialog', { name: 'Yêu cầu', exact: true });
  await expect(drawer).toContainText(row.description);

  if (row.job_id !== null) {
    await drawer.getByRole('button', { name: 'Bỏ đơn hàng' }).click();
    await expect(drawer).toContainText('chưa gắn đơn hàng');
  }
  await drawer.getByRole('button', { name: 'Chọn đơn hàng' }).click();
  await drawer.getByRole('combobox', { name: 'Đơn hàng' }).fill(job.prod_id);
  await page.getByRole('option', { name: job.prod_id }).or(page.getByText(job.prod_id)).last().click();
  await expect(drawer.getByRole('link', { name: job.prod_id })).toHaveAttribute('href', `/job?job_id=${job.job_id}`);

  await drawer.getByRole('button', { name: 'Gửi trả', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Duyệt yêu cầu' });
  await dialog.getByRole('button', { name: 'Gửi trả kèm câu trả lời' }).click();
  await expect(dialog.getByText('Hãy viết câu trả lời. Khách hàng sẽ đọc.')).toBeVisible();
  await expect(dialog.getByLabel('Trả lời khách hàng')).toBeFocused();
  await dialog.getByLabel('Trả lời khách hàng').fill('Xin gửi lại ảnh gốc.');
  await dialog.getByRole('button', { name: 'Gửi trả kèm câu trả lời' }).click();
  // The reply is in the review and in the thread.
  await expect(drawer.getByText('Xin gửi lại ảnh gốc.').first()).toBeVisible();
  await expect(drawer).toContainText('Đã xong');

  await drawer.getByRole('button', { name: /^Lịch sử/ }).click();
  const history = page.getByRole('dialog', { name: `Lịch sử của Yêu cầu #${row.id}` });
  await expect(history).toContainText('Đã duyệt');
  await expect(history).toContainText('Xin gửi lại ảnh gốc.');
  await expect(history).toContainText('Đã đổi đơn hàng');
});

test('requests are filtered, opened and exported as a list, and a phone shows one column', async ({ people }) => {
  const boss = people.call('boss');
  const row = await findRequest(boss, 'TODO');
  const page = await people.open('cs', '/customer/requests?show=list');
  await page.getByRole('searchbox', { name: 'Search requests' }).fill(row.subject);
  await expect(rowOf(page, row.subject).first()).toContainText('To Do');
  await expect(page).toHaveURL(/text=/);
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByText('Excel (.xlsx)').click();
  expect((await download).suggestedFilename()).toMatch(/^customer-requests/);

  const phone = await people.open('cs', '/customer/requests?column=TODO', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  });
  await expect(column(phone, /^To Do/)).toBeVisible();
  await expect(column(phone, /^Need Review/)).toHaveCount(0);
  await cardOf(phone, row).getByRole('button', { name: 'Start', exact: true }).tap();
  await expect(cardOf(phone, row)).toHaveCount(0);
  await phone.getByRole('tab', { name: /^Processing/ }).tap();
  await expect(cardOf(phone, row)).toContainText('cs is working on it');
  expect(await measureOverflow(phone)).toBeLessThanOrEqual(0);
});

test('the four columns of a board fit next to each other on a small laptop', async ({ people }) => {
  const page = await people.open('cs', '/customer/requests', { viewport: { width: 1024, height: 768 } });
  const columns = page.locator('[data-column]');
  await expect(columns).toHaveCount(4);
  const rightEdges = await columns.evaluateAll((all) => all.map((column) => column.getBoundingClientRect().right));
  expect(Math.max(...rightEdges)).toBeLessThanOrEqual(1024);
});

test('a complaint by phone is recorded on its job, and the customer sees it in the portal', async ({
  people,
  named,
}) => {
  const subject = named('Phone call');
  const page = await people.open('cs', '/customer/requests');
  await page.getByRole('button', { name: 'Record request' }).click();
  const form = page.getByRole('dialog', { name: 'Record a request' });
  await form.getByRole('combobox', { name: 'Customer' }).fill('Lumen Sydney');
  await page.keyboard.press('Enter');
  await form.getByText('Zalo', { exact: true }).click();
  await form.getByRole('combobox', { name: 'Type', exact: true }).click();
  await page.getByTitle('Complaint', { exact: true }).click();
  await form.getByRole('combobox', { name: 'Job' }).click();
  await page.keyboard.press('Enter');
  await form.getByLabel('Subject').fill(subject);
  await form.getByLabel('Description').fill('The horizon leans to the left.');
  await form.getByLabel('Service Type').click();
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(form.getByText('Please enter Who asked')).toBeVisible();
  await form.getByLabel('Who asked').fill('Anna');
  await form.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(form).toBeHidden();
  const drawer = page.getByRole('dialog', { name: 'Request' });
  await expect(drawer.getByRole('heading', { name: subject })).toBeVisible();
  await expect(drawer.getByText('Zalo', { exact: true })).toBeVisible();

  const portal = await people.open('customer.lumen-sydney', '/customer-portal/contact-us');
  await portal.getByText(subject).first().click();
  await expect(portal.getByText('Recorded by Darkroom from')).toBeVisible();
  await expect(portal.getByText('Zalo', { exact: true })).toBeVisible();
});
