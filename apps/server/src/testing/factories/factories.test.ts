import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../db/connect.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildCategory } from './catalogue.ts';
import { buildCus1, buildCustomer, buildPrice } from './customers.ts';
import { buildCustomer0Account, buildCustomerAccount, buildStaff, buildTeam } from './people.ts';
import { buildDetail, buildJob, buildSupporter, buildTask } from './work.ts';

describe('the factories', () => {
  let testDatabase: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    ({ db } = testDatabase);
  });
  afterAll(() => testDatabase.drop());

  it('a task is added with its parents and the derived statuses', async () => {
    const task = await buildTask(db, { status: 3, workstream: 'OTS', editor: (await buildStaff(db)).user_id, x1: 4 });
    expect(task).toMatchObject({ status: 3, workstream: 'OTS', x1: 4, job_priority: null });
    const otherTask = await buildTask(db, { job_detail_id: task.job_detail_id, status: 2 });
    expect(otherTask.job_id).toBe(task.job_id);
    const { rows } =
      await sql`select j.job_status, d.status, j.prod_id, d.sub_prod_id from job j join job_detail d using (job_id)
      where j.job_id = ${task.job_id}`.execute(db);
    expect(rows).toEqual([{ job_status: 'PENDING', status: 2, prod_id: '261118-001', sub_prod_id: '261118-001-01' }]);
  });

  it('given parents are used', async () => {
    const { id: customer2_id } = await buildCustomer(db, { cus_id1: (await buildCus1(db)).id });
    const job = await buildJob(db, { customer2_id, job_priority: 'Urgent', job_date: '2026-11-02' });
    const category = await buildCategory(db, { workstream: 'OTS' });
    const detail = await buildDetail(db, { job_id: job.job_id, service_cat2_id: category.id });
    const second = await buildDetail(db, { job_id: job.job_id });
    const task = await buildTask(db, { job_detail_id: second.job_detail_id });
    expect([job.prod_id, detail.sub_prod_id, second.sub_prod_id]).toEqual([
      '261102-001',
      '261102-001-01',
      '261102-001-02',
    ]);
    expect(detail.service_cat1_id).toBe(category.cat1_id);
    expect(task).toMatchObject({ customer2_id, job_priority: 'Urgent', job_date: '2026-11-02', workstream: 'PTE' });
  });

  it('a member gets exactly the given permissions', async () => {
    const editor = await buildStaff(db, { permissions: ['npn_view_task', 'npn_editor_pte'] });
    expect(editor).toMatchObject({ account: 'staff', is_superuser: false });
    expect([...editor.permissions].sort()).toEqual(['npn_editor_pte', 'npn_view_task']);
    const team = await buildTeam(db);
    await buildStaff(db, { is_superuser: true, teams: [team.id] });
    const supporter = await buildSupporter(db, { user_id: editor.user_id });
    expect(supporter.user_id).toBe(editor.user_id);
  });

  it('a portal login belongs to its customer', async () => {
    expect([...(await buildCustomerAccount(db)).permissions]).toEqual(['npn_customer']);
    expect([...(await buildCustomer0Account(db)).permissions]).toEqual(['npn_customer', 'npn_customer_0']);
    expect(await buildPrice(db, { retail_price: 0.655 })).toMatchObject({ retail_price: 0.655, enabled: true });
  });
});
