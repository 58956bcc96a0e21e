import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { openAsNewMember, signIn, test, toWord, type Caller } from './bureau.ts';

/** The password that `setNewPassword` chooses for a new member. */
const MEMBER_PASSWORD = 'a quiet evening indoors';
const PERIOD_MS = 30_000;

const findPolicy = async (admin: Caller) => {
  const { results } = await admin(endpoints.setting.metadata, { data_type: 'JOB_TASK' });
  const row = results.find(({ key }) => key === 'second_factor');
  if (!row) throw new Error('There is no rule for second factors');
  return row;
};

const setPolicy = async (admin: Caller, value: Awaited<ReturnType<typeof findPolicy>>['value']) => {
  const { key, version } = await findPolicy(admin);
  await admin(endpoints.setting.updateMetadata, { data_type: 'JOB_TASK', key, version, value });
};

/** Adds a device to the page that confirms every passkey, as a fingerprint reader does. */
async function addPasskeyDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: `Account: ${username}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

const section = (page: Page) => page.getByRole('region', { name: 'Second factor' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

/** Reads the recovery codes, which are shown once, and confirms them as saved. */
async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Recovery codes' });
  const codes = (await dialog.getByLabel('Recovery codes', { exact: true }).innerText()).split('\n');
  expect(codes).toHaveLength(10);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  return codes;
}

test('a passkey is asked for after the password, and then replaces it', async ({ people, named }) => {
  const admin = people.call('admin');
  const { value: before } = await findPolicy(admin);
  const name = named('Passkey Owner');
  const username = toWord(name);
  try {
    await test.step('an administrator offers second factors', async () => {
      await setPolicy(admin, { mode: 'off', permissions: [], required_from: null });
      const office = await people.open('admin', '/setting/metadata');
      const policy = office.getByRole('region', { name: 'Second factor' });
      await policy.getByRole('combobox', { name: 'Rule' }).click();
      await office.getByTitle('Optional for everyone').click();
      await policy.getByRole('button', { name: 'Save' }).click();
      await expect(office.getByText('Second factor saved')).toBeVisible();
    });

    const page = await openAsNewMember(people, name, 'Editor PTE');
    await addPasskeyDevice(page);
    const [code = ''] = await test.step('the person adds a passkey', async () => {
      await page.goto('/account/information');
      await section(page).getByRole('button', { name: 'Add a passkey' }).click();
      await section(page).getByLabel('Name').fill('My laptop');
      await section(page).getByRole('button', { name: 'Continue' }).click();
      const codes = await saveRecoveryCodes(page);
      await expect(section(page).getByRole('listitem')).toContainText('My laptop Passkey');
      await expect(section(page)).toContainText('10 recovery codes left');
      return codes;
    });

    await test.step('the password alone opens no screen', async () => {
      await signOut(page, username);
      await page.goto('/account/information');
      await signIn(page, username, MEMBER_PASSWORD);
      await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
      await expect(menu(page)).toBeHidden();
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(menu(page)).toBeVisible();
      await expect(page).toHaveURL(/\/account\/information$/);
    });

    await test.step('the passkey signs in without a password', async () => {
      await signOut(page, username);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await expect(page.getByText(`Signed in as ${name}`)).toBeVisible();
      await expect(menu(page)).toBeVisible();
    });

    await test.step('a recovery code replaces the passkey once', async () => {
      await signOut(page, username);
      await signIn(page, username, MEMBER_PASSWORD);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery Code').fill(code);
      await page.getByRole('button', { name: 'Confirm code' }).click();
      await expect(menu(page)).toBeVisible();
      await page.goto('/account/information');
      await expect(section(page)).toContainText('9 recovery codes left');
    });

    await test.step('a passkey is removed with the password', async () => {
      await section(page).getByRole('button', { name: 'Remove My laptop' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove My laptop?' });
      await dialog.getByLabel('Current Password').fill('not-the-password');
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await expect(dialog.getByText('The current password is not correct.')).toBeVisible();
      await dialog.getByLabel('Current Password').fill(MEMBER_PASSWORD);
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('Second factor removed')).toBeVisible();
      await expect(section(page).getByRole('listitem')).toHaveCount(0);
    });
  } finally {
    await setPolicy(admin, before);
  }
});

test('a code from an app is asked for after the password, until an administrator resets it', async ({
  people,
  named,
}) => {
  const admin = people.call('admin');
  const { value: before } = await findPolicy(admin);
  const name = named('App Owner');
  const username = toWord(name);
  try {
    await setPolicy(admin, { mode: 'offered', permissions: [], required_from: null });
    const page = await openAsNewMember(people, name, 'Editor PTE');

    const app = await test.step('the person adds an app with its first code', async () => {
      await page.goto('/account/information');
      await section(page).getByRole('button', { name: 'Add an app' }).click();
      await section(page).getByLabel('Name').fill('My phone');
      await section(page).getByRole('button', { name: 'Continue' }).click();
      await expect(section(page).getByRole('img', { name: 'QR code of the key' })).toBeVisible();
      const key = (await section(page).getByLabel('Key', { exact: true }).innerText()).replaceAll(' ', '');
      const totp = new TOTP({ secret: Secret.fromBase32(key) });
      await section(page).getByLabel('Code', { exact: true }).fill('000000');
      await section(page).getByRole('button', { name: 'Confirm code' }).click();
      await expect(section(page).getByText(/^This code is wrong or has been used/)).toBeVisible();
      await section(page).getByLabel('Code', { exact: true }).fill(totp.generate());
      await section(page).getByRole('button', { name: 'Confirm code' }).click();
      await saveRecoveryCodes(page);
      await expect(section(page).getByRole('listitem')).toContainText('My phone App');
      return totp;
    });

    await test.step('the next sign-in needs a new code', async () => {
      await signOut(page, username);
      await signIn(page, username, MEMBER_PASSWORD);
      const code = page.getByLabel('Code from Your App');
      await expect(code).toBeFocused();
      await code.fill('000000');
      await code.press('Enter');
      await expect(page.getByText(/^This code is wrong or has been used/)).toBeVisible();
      await expect(code).toHaveAttribute('aria-invalid', 'true');
      // Each code is valid once, and the one of the next period is accepted already.
      await code.fill(app.generate({ timestamp: Date.now() + PERIOD_MS }));
      await code.press('Enter');
      await expect(menu(page)).toBeVisible();
    });

    await test.step('after a reset, the password is enough', async () => {
      const users = Object.values(await admin(endpoints.user.list, {}));
      const { id } = users.find((user) => user.username === username) ?? { id: 0 };
      const office = await people.open('admin', `/staff/member?member=${id}`);
      await office.getByRole('button', { name: 'Reset second factor' }).click();
      const question = office.getByRole('dialog', { name: `Reset the second factor of ${name}?` });
      await question.getByRole('button', { name: 'Reset second factor' }).click();
      await expect(office.getByText(`Second factor of ${name} reset`)).toBeVisible();
      await expect(page).toHaveURL(/\/login$/);
      await signIn(page, username, MEMBER_PASSWORD);
      await expect(menu(page)).toBeVisible();
    });
  } finally {
    await setPolicy(admin, before);
  }
});
