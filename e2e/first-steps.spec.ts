import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { endpoints } from '@darkroom/contract/endpoints';
import { expect, request } from '@playwright/test';
import { connect, connectAdmin } from '../apps/server/src/db/connect.ts';
import { buildPrice } from '../apps/server/src/testing/factories/customers.ts';
import { buildStaff } from '../apps/server/src/testing/factories/people.ts';
import { buildJob } from '../apps/server/src/testing/factories/work.ts';
import { PASSWORD, signIn, test } from './bureau.ts';
import { readDatabaseUrl } from './database.ts';

test('a new bureau shows its first steps until all are done', async ({ people, baseURL }) => {
  // A server with an empty database and one superuser, next to the demo bureau.
  const port = String(Number(new URL(baseURL ?? '').port) + 100);
  const name = `darkroom_e2e_${port}`;
  const admin = await connectAdmin(readDatabaseUrl(baseURL));
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  await admin.end();
  const databaseUrl = readDatabaseUrl(baseURL).replace(/darkroom_e2e_\d+/, name);
  const env = { ...process.env, DATABASE_URL: databaseUrl, PORT: port, DARKROOM_DATA: `.data/e2e-${port}` };
  const superuser = ['--username', 'founder', '--full-name', 'Founder'];
  const created = spawnSync(process.execPath, ['apps/server/dist/server/create-superuser.js', ...superuser], {
    env,
    input: PASSWORD,
  });
  expect(created.status, String(created.stderr)).toBe(0);
  const smtp = {
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'jobs@bureau.example',
    PUBLIC_URL: `http://localhost:${port}`,
  };
  const server = spawn(process.execPath, ['apps/server/dist/server/main.js'], {
    env: { ...env, ...smtp },
    stdio: 'ignore',
  });
  const db = connect({ databaseUrl, dbPool: 2 });
  const address = `http://localhost:${port}`;
  const api = await request.newContext({ baseURL: address });
  try {
    await expect
      .poll(() =>
        api.get('/health/ready').then(
          (response) => response.ok(),
          () => false,
        ),
      )
      .toBe(true);
    const page = await people.openSignedOut(`${address}/login`, { locale: 'en-US' });
    await signIn(page, 'founder');
    await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
    const step = (title: string) => page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });
    await expect(page.getByText('1 of 9 done')).toBeVisible();
    await expect(step('Name of the bureau').getByLabel('Done')).toBeHidden();

    const session = await api.post(endpoints.user.login.path, { data: { username: 'founder', password: PASSWORD } });
    const { access_token } = (await session.json()) as { access_token: string };
    const headers = { Authorization: `Bearer ${access_token}` };
    await test.step('a step that is completed elsewhere is marked without a reload', async () => {
      const response = await api.post(endpoints.group.create.path, {
        headers,
        data: { group_name: 'Editors', permissions: ['npn_view_job'] },
      });
      expect(response.ok(), await response.text()).toBe(true);
      await expect(page.getByText('2 of 9 done')).toBeVisible();
      await expect(step('Groups').getByLabel('Done')).toBeVisible();
    });

    await test.step('the last step hides the first steps', async () => {
      await buildPrice(db);
      await buildStaff(db);
      await buildJob(db);
      await db.insertInto('backup_run').values({ at: new Date().toISOString(), bytes: 1 }).execute();
      await page.reload();
      await expect(page.getByText('8 of 9 done')).toBeVisible();
      await step('Name of the bureau').getByRole('link').click();
      await page.getByLabel('Name of the Bureau').fill('Lumen');
      await page.getByRole('region', { name: 'Sender of emails' }).getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Sender of emails saved')).toBeVisible();
      await page.goto(address);
      await expect(page.getByRole('button', { name: 'Account: founder' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'First steps' })).toBeHidden();
    });
  } finally {
    server.kill();
    if (server.exitCode === null) await once(server, 'exit');
    await db.destroy();
    await api.dispose();
  }
});
