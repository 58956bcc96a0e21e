import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { addJob, test } from './bureau.ts';
import { findService } from './quote-requests.ts';
import { measureOverflow } from './screens.ts';

const PHONE = { viewport: { width: 360, height: 780 } };
const CUSTOMER = 'customer.lumen-sydney';
const { portal, setting } = endpoints;

const thread = (page: Page) => page.getByRole('region', { name: 'Messages' });

test('customer service replies from its list: unread first, saved replies, live for both sides', async ({
  people,
  named,
}) => {
  const subject = named('Window view');
  const customer = people.call(CUSTOMER);
  const { id } = await customer(portal.addRequest, {
    type: 'CHANGE_REQUESTS',
    subject,
    full_name: 'Ngọc',
    job_name: 'Window view',
    service_type_id: await findService(customer),
    description: 'Xin giữ nguyên màu trời trong khung cửa sổ.',
  });
  const cs = await people.open('cs', '/customer/requests');
  const column = cs.getByRole('region', { name: /^Need Review/ });
  const card = column.getByRole('listitem').filter({ hasText: subject });
  const phone = await people.open(CUSTOMER, `/customer-portal/contact-us?request=${id}`, PHONE);

  await test.step('a customer’s message marks the card and moves it to the top', async () => {
    await phone.getByLabel('Your Message').fill('Ảnh 3 và 4 thôi.');
    await phone.getByRole('article').getByRole('button', { name: 'Send message' }).click();
    await expect(card).toContainText('1 new message');
    await expect(column.getByRole('listitem').first()).toContainText(/new messages?/);
    const menu = cs.getByRole('navigation').getByRole('link', { name: /^Customer Requests/ });
    await expect(menu).toHaveAccessibleName(/\d+ with new messages/);
  });

  await test.step('a saved reply is found in the customer’s language, and opening marks as read', async () => {
    await card.getByRole('button', { name: subject, exact: true }).click();
    await expect(thread(cs)).toContainText('Ảnh 3 và 4 thôi.');
    await expect(card).not.toContainText('new message');
    const box = thread(cs).getByLabel('Message to the Customer');
    await box.press('/');
    await cs.keyboard.press('/');
    await expect(box).toHaveValue('/');
    await box.fill('');
    // Leaving the list of saved replies does not change the typed character and the cursor.
    await box.press('/');
    await cs.keyboard.press('Escape');
    await expect(box).toHaveValue('/');
    await expect(box).toBeFocused();
    await cs.keyboard.type('in/2026');
    await expect(box).toHaveValue('/in/2026');
    await box.fill('');
    await box.press('/');
    await cs.keyboard.type('báo giá');
    await cs.keyboard.press('Enter');
    await expect(box).toHaveValue(/gửi báo giá trong ngày/);
    await box.press('End');
    await cs.keyboard.type(' Cảm ơn bạn.');
  });

  await test.step('an unsent text is kept when the drawer is closed', async () => {
    await cs.getByRole('dialog', { name: 'Request' }).getByRole('button', { name: 'Close', exact: true }).click();
    await expect(thread(cs)).toHaveCount(0);
    await card.getByRole('button', { name: subject, exact: true }).click();
    await expect(thread(cs).getByLabel('Message to the Customer')).toHaveValue(/Cảm ơn bạn\.$/);
  });

  await test.step('the sent text is on the customer’s phone, and the next message in the drawer', async () => {
    await thread(cs).getByLabel('Message to the Customer').press('Control+Enter');
    await expect(phone.getByRole('list', { name: 'Messages' })).toContainText('Cảm ơn bạn.');
    await expect(thread(cs).getByLabel('Message to the Customer')).toHaveValue('');
    await phone.getByLabel('Your Message').fill('Vâng, tôi chờ.');
    await phone.getByRole('article').getByRole('button', { name: 'Send message' }).click();
    await expect(thread(cs)).toContainText('Vâng, tôi chờ.');
  });
});

test('an article is written as a draft, published, and read by customers in both languages', async ({
  people,
  named,
}) => {
  const title = named('Drone pictures');
  const boss = await people.open('boss', '/setting/metadata?tab=INFO_HUB');
  const form = boss.getByRole('dialog');
  const row = boss.getByRole('row').filter({ hasText: title });
  const customer = await people.open(CUSTOMER, '/customer-portal/infohub');
  const otherPage = await people.open('customer0.lumen', '/customer-portal/infohub', { language: 'vi' });

  await test.step('errors are shown on their fields, and the preview shows the customer’s view', async () => {
    await boss.getByRole('button', { name: 'Add article' }).click();
    await form.getByLabel('Title (English)').fill(title);
    await form.getByLabel('Title (Vietnamese)').fill(`${title} bằng flycam`);
    await form.getByLabel('Text (English)').fill('<b>Bold</b>');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('HTML is not allowed. Use Markdown.')).toBeVisible();
    await form.getByLabel('Text (English)').fill('## Height\n\n- at most **60 m**');
    const preview = form.getByRole('region', { name: 'Preview, English' });
    await expect(preview.getByRole('heading', { name: 'Height' })).toBeVisible();
    await expect(preview.getByRole('listitem')).toHaveText('at most 60 m');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Draft');
    await expect(customer.getByRole('link', { name: title })).toHaveCount(0);
  });

  await test.step('publishing needs both languages, and then pins the article in the portal at once', async () => {
    await row.getByText(title).first().click();
    await form.getByRole('switch', { name: 'Status' }).click();
    await form.getByRole('switch', { name: 'Pinned' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Please enter Text (Vietnamese)')).toBeVisible();
    await form.getByLabel('Text (Vietnamese)').fill('Độ cao tối đa **60 m**.');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('Published');
    await customer.getByRole('link', { name: title }).click();
    await expect(customer.getByRole('article')).toContainText('at most 60 m');
    await otherPage.getByRole('link', { name: `${title} bằng flycam` }).click();
    await expect(otherPage.getByRole('article')).toContainText('Độ cao tối đa 60 m.');
  });

  await test.step('the later of two writers sees both versions, and a deletion reaches the portal', async () => {
    await row.getByText(title).first().click();
    const caller = people.call('admin');
    const { results } = await caller(setting.metadata, { data_type: 'INFO_HUB' });
    const saved = results.find(({ value }) => JSON.stringify(value).includes(title))!;
    const value = { ...(saved.value as object), display_order: 3 };
    await caller(setting.updateMetadata, { data_type: 'INFO_HUB', key: saved.key, version: saved.version, value });
    await form.getByLabel('Title (English)').fill(`${title} again`);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('alert').getByRole('button').last().click();
    await expect(row).toContainText(`${title} again`);
    await expect(row).toContainText('3');
    await row.getByText(title).first().click();
    await form.getByRole('button', { name: 'Delete' }).click();
    await boss
      .getByRole('dialog', { name: /^Delete the article/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(row).toHaveCount(0);
    await expect(customer.getByRole('link', { name: title })).toHaveCount(0);
  });
});

test('customer service views the portal as a customer: marked, read-only, in this tab only', async ({
  people,
  named,
}) => {
  const { results: customers2 } = await people.call(CUSTOMER)(portal.customer2, {});
  const address = `/customer/details?cus_id1=${customers2[0]!.cus_id1}&open=${customers2[0]!.cus_id1}`;
  const cs = await people.open('cs', address);
  await cs.getByRole('button', { name: `View the portal as ${CUSTOMER}` }).click();
  const viewBanner = cs.getByRole('status').filter({ hasText: 'You are viewing the portal as' });

  await test.step('the customer’s portal opens with the customer’s name', async () => {
    await expect(viewBanner).toContainText(CUSTOMER);
    await expect(cs.getByRole('heading', { level: 1 })).toHaveText('Your jobs');
    await expect(cs.getByRole('navigation').getByRole('link', { name: 'Customer Requests' })).toHaveCount(0);
    await expect(cs.getByRole('button', { name: /^Account/ })).toHaveCount(0);
  });

  await test.step('changes for the customer appear automatically', async () => {
    const { job_name } = await addJob(people.call('boss'), named('Pier at noon'), 'PTE', customers2[0]!.id);
    await expect(cs.getByText(job_name).first()).toBeVisible();
  });

  await test.step('writing is disabled, and the button shows the reason', async () => {
    const requestButton = cs.getByRole('button', { name: /^(Report a problem|Order again)$/ }).first();
    await expect(requestButton).toBeDisabled();
    await expect(requestButton).toHaveAttribute('title', /You cannot change anything here/);
    await cs.goto('/customer-portal/contact-us');
    const write = cs.getByRole('button', { name: 'New request' }).first();
    await expect(write).toBeDisabled();
    await expect(write).toHaveAttribute('title', /You cannot change anything here/);
    await expect(viewBanner).toBeVisible();
  });

  await test.step('the view stays after a reload, has no staff screens, and affects one tab', async () => {
    await cs.reload();
    await expect(viewBanner).toBeVisible();
    await cs.goto('/customer/details');
    await expect(cs.getByRole('heading', { level: 1 })).toHaveText('Your jobs');
    const tab = await cs.context().newPage();
    await tab.goto('/customer/requests');
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Customer Requests');
    await expect(tab.getByText('You are viewing the portal as')).toHaveCount(0);
    await tab.close();
    await cs.setViewportSize(PHONE.viewport);
    expect(await measureOverflow(cs)).toBeLessThanOrEqual(0);
  });

  await test.step('Stop viewing returns to the member’s own screen', async () => {
    await viewBanner.getByRole('button', { name: 'Stop viewing' }).click();
    await expect(cs).toHaveURL(new RegExp('/customer/details\\?'));
    await expect(viewBanner).toHaveCount(0);
    await expect(cs.getByRole('heading', { level: 1 })).toHaveText('Customer Details');
  });
});

test('a reply below the screen is announced, and is marked read only when visible', async ({ people, named }) => {
  const customer = people.call(CUSTOMER);
  const cs = people.call('cs');
  const lines = Array.from({ length: 40 }, (_, n) => `Line ${n + 1} of what is to be done`).join('\n');
  const { id } = await customer(portal.addRequest, {
    type: 'CHANGE_REQUESTS',
    subject: named('Long letter'),
    full_name: 'Ngọc',
    job_name: 'Window view',
    service_type_id: await findService(customer),
    description: lines,
  });
  const readUnread = async () => (await customer(portal.listRequests, { id, page_size: 1 })).results[0]?.unread;
  const phone = await people.open(CUSTOMER, `/customer-portal/contact-us?request=${id}`, PHONE);
  await expect(phone.getByText('Line 1 of what is to be done')).toBeVisible();
  const desk = await people.open('cs', `/customer/requests?request=${id}`, { viewport: { width: 1440, height: 700 } });
  await expect(desk.getByText('Line 1 of what is to be done')).toBeVisible();
  await cs(endpoints.request.reply, { id, text: 'Ready tomorrow.' });
  const newMessageButton = phone.getByRole('button', { name: 'New message' });
  await expect(newMessageButton).toBeInViewport();
  await expect(phone.getByText('Ready tomorrow.')).not.toBeInViewport();
  expect(await readUnread()).toBe(1);
  await newMessageButton.click();
  await expect(phone.getByText('Ready tomorrow.')).toBeInViewport({ ratio: 1 });
  await expect(newMessageButton).toHaveCount(0);
  await expect.poll(readUnread).toBe(0);
  await test.step('customer service sees the announcement under a long request', async () => {
    await customer(portal.reply, { id, text: 'Thank you.' });
    const pill = desk.getByRole('button', { name: 'New message' });
    await expect(pill).toBeInViewport({ ratio: 1 });
    await pill.press('Enter');
    await expect(desk.getByText('Thank you.')).toBeInViewport({ ratio: 1 });
    await expect(thread(desk).getByRole('listitem').last()).toBeFocused();
    await expect(pill).toHaveCount(0);
  });
  // At the end of the thread, the next reply scrolls into view.
  await cs(endpoints.request.reply, { id, text: 'By noon, that is.' });
  await expect(phone.getByText('By noon, that is.')).toBeInViewport({ ratio: 1 });
  await expect.poll(readUnread).toBe(0);
});
