import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { test } from './bureau.ts';

test('a webhook is added, tested, shown as failing, and sent again', async ({ people, named }) => {
  let status = 500;
  const receivedEvents: string[] = [];
  const program = createServer((request, response) => {
    receivedEvents.push(String(request.headers['webhook-id']));
    response.writeHead(status).end(status === 200 ? 'thank you' : 'not now');
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  const { port } = program.address() as AddressInfo;

  const page = await people.open('admin', '/setting/webhook');
  const name = named('Bookkeeping');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'URL' }).fill('https://169.254.169.254/');
  await page.getByRole('checkbox', { name: /Job completed/ }).check();
  const form = page.getByRole('dialog', { name: 'Add webhook' });
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await expect(form.getByText('Addresses of this computer or of a private network are not allowed.')).toBeVisible();
  await page.getByRole('textbox', { name: 'URL' }).fill(`http://127.0.0.1:${port}/hook`);
  await form.getByRole('button', { name: 'Add webhook' }).click();
  const secret = page.getByRole('dialog', { name: `Secret of ${name}` });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole('button', { name: 'I have stored it' }).click();

  const record = page.getByRole('dialog', { name });
  await record.getByRole('button', { name: 'Send test' }).click();
  await expect(record.getByText('Failed', { exact: true })).toBeVisible();
  await expect(record.getByText(/Response 500/)).toBeVisible();
  await record.getByRole('button', { name: /^Show the message of/ }).click();
  await expect(record.getByText('not now')).toBeVisible();
  status = 200;
  // A failed test does not count as a failed delivery. It is sent again automatically.
  await expect(page.getByRole('row', { name }).getByText('Failing')).toHaveCount(0);
  await record.getByRole('button', { name: /^Send evt_\w+ again$/ }).click();
  await expect(record.getByText('Delivered')).toBeVisible();
  await expect(record.getByText(/Response 200/)).toBeVisible();
  expect(new Set(receivedEvents).size).toBe(1);
  expect(receivedEvents).toHaveLength(2);
  await record.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: /Delete the webhook/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  program.close();
});

test('the page of a webhook explains the payload and how to verify it', async ({ people }) => {
  const page = await people.open('admin', '/setting/webhook', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByText('For developers').click();
  await expect(page.getByText('webhook-timestamp', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Copy verification code' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("createHmac('sha256', key)");
});

test(
  'a token is created, used by another program, and refused after it is revoked',
  { tag: '@quick' },
  async ({ people, named, playwright, baseURL }) => {
    const page = await people.open('cs', '/account/information');
    const tokens = page.getByRole('region', { name: 'API tokens' });
    const name = named('Shop');
    await tokens.getByRole('button', { name: 'Create token' }).click();
    await tokens.getByRole('textbox', { name: 'Name' }).fill(name);
    await tokens.getByRole('combobox', { name: 'Permissions' }).fill('view_job');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(tokens.getByRole('radio', { name: 'Read only' })).toBeChecked();
    await tokens.getByRole('button', { name: 'Create token', exact: true }).click();
    const tokenDialog = page.getByRole('dialog', { name: `The token ${name}` });
    const token = await tokenDialog.getByText(/^drk_/).innerText();
    await tokenDialog.getByRole('button', { name: 'I have stored it' }).click();
    await expect(page.getByText(token)).toHaveCount(0);

    const program = await playwright.request.newContext({
      ...(baseURL ? { baseURL } : {}),
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    });
    const callWithToken = async (path: string) => (await program.post(path, { data: {} })).status();
    expect(await callWithToken('/api/job/list')).toBe(200);
    expect(await callWithToken('/api/customer/detail/list')).toBe(403);
    const refused = await program.post('/api/job/bulk-add', { data: {} });
    expect(await refused.json()).toMatchObject({ status: 403, code: 'read_only_token' });
    await expect(tokens.getByRole('listitem').filter({ hasText: name })).toContainText('read only');
    await tokens.getByRole('button', { name: `Revoke the token ${name}` }).click();
    await page
      .getByRole('dialog', { name: /Revoke the token/ })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await expect(page.getByText('Token revoked')).toBeVisible();
    expect(await callWithToken('/api/job/list')).toBe(401);
    await program.dispose();
  },
);
