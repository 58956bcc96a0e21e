import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { signIn, test, type Caller } from './bureau.ts';

/** Adds a customer for this test without a browser. */
const addCustomer = (call: Caller, name: string, details: object = {}) =>
  call(endpoints.customer.detailAdd, { cus0_name: `${name} Group`, cus1_name: name, cus2_names: ['Desk'], details });

const chooseOption = async (page: Page, label: string, text: string, option: string) => {
  const field = page.getByRole('dialog').getByLabel(label);
  await field.fill(text);
  await page
    .getByTitle(option, { exact: true })
    .or(page.getByRole('option', { name: option }))
    .last()
    .click();
};
/** Returns the row of a customer 1. The group head of its customer 0 often has the same name. */
const rowOf = (page: Page, name: string) => page.locator('tr[data-row]').filter({ hasText: name });
const openEditForm = (page: Page, name: string) => page.getByRole('dialog', { name: `Edit ${name}` });

test(
  'one form adds a customer with all levels, usable in jobs at once',
  { tag: '@quick' },
  async ({ people, named }) => {
    const [top, middle] = [named('Aurora Group'), named('Aurora Oslo')];
    const orders = await people.open('boss', '/job?form=new');
    await expect(orders.getByRole('dialog', { name: 'Add job' })).toBeVisible();
    const cs = await people.open('cs', '/customer/details');
    await cs.getByRole('button', { name: 'Add customer' }).click();
    const form = cs.getByRole('dialog', { name: 'Add customer' });
    await expect(form.getByLabel('Customer ID 1')).toBeDisabled();
    await expect(form.getByText('Customer ID 0 first').first()).toBeVisible();
    await form.getByRole('button', { name: 'Add customer' }).click();
    for (const level of ['select Customer ID 0', 'select Customer ID 1', 'enter Customer ID 2'])
      await expect(form.getByText(`Please ${level}`)).toBeVisible();
    // Each message appears once, in the words of Darkroom. antd has its own message for an array that is too short.
    await expect(form.locator('.ant-form-item-explain-error')).toHaveCount(3);

    await chooseOption(cs, 'Customer ID 0', 'lumen media group', 'Lumen Media Group');
    await chooseOption(cs, 'Customer ID 1', 'Lumen Sydney x', 'New: “Lumen Sydney x”');
    await chooseOption(cs, 'Customer ID 0', top, `New: “${top}”`);
    await chooseOption(cs, 'Customer ID 1', middle, `New: “${middle}”`);
    for (const name of ['Weddings', 'Portraits']) {
      await form.getByLabel('Customer ID 2').fill(name);
      await form.getByLabel('Customer ID 2').press('Enter');
    }
    await form.getByLabel('Post Code').fill('12345678901');
    await form.getByLabel('Billing Email').fill('nobody');
    await form.getByRole('button', { name: 'Add customer' }).click();
    await expect(form.getByText('Max Length is 10!')).toBeVisible();
    await expect(form.getByText('The input is not valid E-mail!')).toBeVisible();
    await form.getByLabel('Post Code').fill('0159');
    await form.getByLabel('Billing Email').fill('money@aurora.example');
    await form.getByText('Gold', { exact: true }).click();
    await form.getByRole('button', { name: 'Add customer' }).click();
    await expect(cs.getByText(`Customer ${middle} added`)).toBeVisible();
    await expect(rowOf(cs, middle)).toContainText('Portraits, Weddings');
    await expect(cs.getByText('money@aurora.example')).toBeVisible();

    // The other browser's form was open all the time.
    const customer = orders.getByRole('dialog', { name: 'Add job' }).getByLabel('Customer ID 2');
    await customer.fill(middle);
    await expect(orders.getByTitle(/Portraits$/).first()).toBeVisible();

    await cs.getByRole('button', { name: `Add a customer below ${top}` }).click();
    await chooseOption(cs, 'Customer ID 1', middle.toUpperCase().slice(0, 4), middle);
    await expect(form.getByText('Already added: Portraits, Weddings')).toBeVisible();
    await form.getByLabel('Customer ID 2').fill('weddings');
    await form.getByLabel('Customer ID 2').press('Enter');
    await form.getByRole('button', { name: 'Add customer' }).click();
    await expect(form.getByText(/^“.+” already exists\.$/)).toBeVisible();
  },
);

test('a portal login is created, shown once, used, and closed', async ({ people, named }) => {
  const name = named('Borealis');
  const username = name.toLowerCase().replace(' ', '.');
  const { cus_id1 } = await addCustomer(people.call('cs'), name);
  const cs = await people.open('cs', `/customer/details?form=edit-${cus_id1}`);
  const stopped: string[] = [];
  cs.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) stopped.push(message.text());
  });
  const form = openEditForm(cs, name);
  await form.getByLabel('Username').fill('boss');
  await expect(form.getByText('When you save, the login is created')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/^This username already exists/)).toBeVisible();
  await form.getByLabel('Username').fill(username);
  await form.getByRole('button', { name: 'Save' }).click();
  const shown = cs.getByRole('dialog', { name: 'One-time password' });
  await expect(shown).toContainText(username);
  const password = (await shown.locator('code').textContent()) ?? '';
  // The text for the customer has all the information they need, in their language.
  const letter = shown.getByLabel('Text to Send', { exact: true });
  for (const [language, text] of [
    ['Vietnamese', 'Tên đăng nhập: '],
    ['English', 'Username: '],
  ] as const) {
    await shown.getByText(language, { exact: true }).click();
    await expect(letter).toHaveValue(new RegExp(`/login\n${text}${username}\n`));
    await expect(letter).toHaveValue(new RegExp(`: ${password}\n`));
  }
  await shown.getByRole('button', { name: 'Copy text' }).click();
  await expect(cs.getByText('Copied')).toBeVisible();
  expect(stopped).toEqual([]);
  await shown.getByRole('button', { name: 'I have sent it' }).click();

  const customer = await people.openSignedOut('/login');
  await signIn(customer, username, password);
  await customer.getByLabel('One-time password').fill(password);
  await customer.getByLabel('New Password', { exact: true }).fill('nobody guesses this one');
  await customer.getByLabel('Repeat New Password').fill('nobody guesses this one');
  await customer.getByRole('button', { name: 'Change password' }).click();
  await expect(customer.getByText('Password changed')).toBeVisible();

  await cs.goto(`/customer/details?form=edit-${cus_id1}`);
  await form.getByRole('button', { name: `Deactivate ${username}` }).click();
  await expect(cs.getByText(`${username} can no longer sign in`)).toBeVisible();
  await expect(form.getByRole('button', { name: `Reactivate ${username}` })).toBeVisible();
  await expect(customer).toHaveURL(/\/login$/);
  await expect(customer.getByRole('button', { name: 'Sign in' })).toBeVisible();

  await form.getByRole('button', { name: `Reactivate ${username}` }).click();
  await form.getByRole('button', { name: `Reset password of ${username}` }).click();
  await cs
    .getByRole('dialog', { name: `Create a new one-time password` })
    .getByRole('button', { name: 'Reset' })
    .click();
  await expect(shown.locator('code')).not.toHaveText(password);
  await shown.getByRole('button', { name: 'I have sent it' }).click();

  await form.getByText('Customer ID 0', { exact: true }).last().click();
  await expect(form.getByText(`Sees all customers of ${name} Group.`)).toBeVisible();
  await form.getByLabel('Username').fill(`${username}.all`);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(shown).toContainText(`${username}.all`);
});
