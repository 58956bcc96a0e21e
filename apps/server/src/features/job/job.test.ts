import { endpoints } from '@darkroom/contract/endpoints';
import type { NewJob } from '@darkroom/contract/job/job';
import { JOB } from '@darkroom/contract/field-tables/job';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer, buildPrice } from '../../testing/factories/customers.ts';
import { buildDetail, buildJob, buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let boss: ApiClient;
let customer: { id: number; cus_id1: number };
let category: { id: number; cat1_id: number };

const ALL = [
  'npn_view_job',
  'npn_add_job',
  'npn_change_job',
  'npn_delete_job',
  'npn_add_job_detail',
  'npn_change_job_detail',
  'npn_add_task',
  'npn_view_all_tasks',
];

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as(ALL);
  customer = await buildCustomer(bureau.db);
  category = await buildCategory(bureau.db);
  await buildPrice(bureau.db, {
    cus_id1: customer.cus_id1,
    service_cat2_id: category.id,
    retail_price: 0.65,
    wholesale_price: 0.5,
    estimate_minutes: 8,
  });
});
afterAll(() => bureau.close());

const createJobInput = (over: Partial<NewJob> = {}): NewJob => ({
  job_date: '2026-11-20',
  customer2_id: customer.id,
  job_name: 'Ảnh cưới Hạnh Phúc',
  job_details: [{ service_cat1_id: category.cat1_id, service_cat2_id: category.id, quantity: 12 }],
  ...over,
});
const countRows = async (table: 'job' | 'job_detail' | 'task') =>
  Number(
    (
      await bureau.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );
const readJob = async (job_id: number) => (await boss.call(endpoints.job.list, { job_id })).results[0]!;

describe('the text fields of a job', () => {
  const texts = Object.keys(endpoints.job.update.input.shape).filter((name) => {
    const kind = name in JOB ? JOB[name as keyof typeof JOB].kind : null;
    return kind === 'text' || kind === 'notes' || kind === 'link';
  });
  const createTexts = (of: string) =>
    Object.fromEntries(texts.map((name) => [name, `https://darkroom.example/${of}/${name}`]));

  it('the text fields are saved and shown in list and history', async () => {
    expect(texts).toContain('job_name');
    const [added] = (
      await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput(), createJobInput(createTexts('new'))] })
    ).results.slice(1);
    expect(await readJob(added!.job_id)).toMatchObject(createTexts('new'));
    const { job_id, version } = added!;
    await boss.call(endpoints.job.update, { job_id, version, ...createTexts('next') });
    expect(await readJob(job_id)).toMatchObject(createTexts('next'));
    const { results } = await boss.call(endpoints.history.list, { entity: 'job', entity_id: job_id });
    const expectedChanges = texts.map((field) => ({
      field,
      before: createTexts('new')[field],
      after: createTexts('next')[field],
    }));
    expect(results[0]!.changes).toEqual(expect.arrayContaining(expectedChanges));
  });
});

describe('bulk add', () => {
  it('bulk add numbers the jobs of a day, prices details and adds tasks', async () => {
    const day = '2026-10-05';
    const { results } = await boss.call(endpoints.job.bulkAdd, {
      jobs: [createJobInput({ job_date: day }), createJobInput({ job_date: day })],
    });
    expect(results.map((j) => j.prod_id)).toEqual(['261005-001', '261005-002']);
    const job = await readJob(results[1]!.job_id);
    expect(results[1], 'it answers jobs whole').toEqual(job);
    expect(job.job_details).toHaveLength(1);
    expect(job.job_details[0]).toMatchObject({
      sub_prod_id: '261005-002-01',
      quantity: 12,
      unit_price: 0.65,
      estimate_minutes: 8,
      status: 1,
    });
    expect(job.job_details[0]!.tasks).toHaveLength(1);
  });

  it('a detail keeps the price of the day when it was made', async () => {
    const otherCategory = await buildCategory(bureau.db);
    await buildPrice(bureau.db, { cus_id1: customer.cus_id1, service_cat2_id: otherCategory.id, retail_price: 1.125 });
    const details = [{ service_cat1_id: otherCategory.cat1_id, service_cat2_id: otherCategory.id, quantity: 1 }];
    const { results } = await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput({ job_details: details })] });
    await sql`update customer_price set retail_price = 9 where service_cat2_id = ${otherCategory.id}`.execute(
      bureau.db,
    );
    expect((await readJob(results[0]!.job_id)).job_details[0]!.unit_price).toBe(1.125);
    await sql`update customer_price set enabled = false where service_cat2_id = ${otherCategory.id}`.execute(bureau.db);
    const later = await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput({ job_details: details })] });
    expect((await readJob(later.results[0]!.job_id)).job_details[0]!.unit_price).toBeNull();
  });

  it('bulk add adds all jobs or none, and names every bad field', async () => {
    const before = [await countRows('job'), await countRows('job_detail'), await countRows('task')];
    const response = await boss.send(endpoints.job.bulkAdd, {
      jobs: [
        createJobInput(),
        createJobInput({
          customer2_id: 2147483647,
          job_details: [{ service_cat1_id: 2147483647, service_cat2_id: category.id, quantity: 1 }],
        }),
        createJobInput({ job_details: [{ service_cat1_id: 1, service_cat2_id: 2147483647, quantity: 1 }] }),
      ],
    });
    expect(response.status).toBe(422);
    expect(response.problem.errors?.map((e) => [e.field, e.code])).toEqual([
      ['jobs.1.customer2_id', 'unknown'],
      ['jobs.1.job_details.0.service_cat1_id', 'invalid'],
      ['jobs.2.job_details.0.service_cat2_id', 'unknown'],
    ]);
    expect([await countRows('job'), await countRows('job_detail'), await countRows('task')]).toEqual(before);
  });

  it('bulk add names all errors in a job’s own fields together', async () => {
    const response = await boss.send(endpoints.job.bulkAdd, {
      jobs: [
        {
          ...createJobInput(),
          job_name: ' ',
          job_date: '2026-02-30',
          job_link: 'ftp://x',
          surprise: 1,
          job_details: [{ quantity: 0.5 }],
        },
      ],
    });
    expect(Object.fromEntries(response.problem.errors!.map((e) => [e.field, e.code]))).toEqual({
      'jobs.0.job_name': 'required',
      'jobs.0.job_date': 'not_a_day',
      'jobs.0.job_link': 'not_http',
      'jobs.0.surprise': 'unknown_field',
      'jobs.0.job_details.0.service_cat1_id': 'required',
      'jobs.0.job_details.0.service_cat2_id': 'required',
      'jobs.0.job_details.0.quantity': 'not_a_whole_number',
    });
  });

  it('bulk add keeps a production ID of the file, and never gives it to another job', async () => {
    const day = '2026-10-06';
    const [own] = (
      await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput({ job_date: day, prod_id: '261006-001' })] })
    ).results;
    expect(own!.prod_id).toBe('261006-001');
    const again = await boss.send(endpoints.job.bulkAdd, {
      jobs: [createJobInput({ job_date: day, prod_id: '261006-001' })],
    });
    expect(again.problem.errors?.[0]).toMatchObject({ field: 'jobs.0.prod_id', code: 'exists' });
    const [next] = (await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput({ job_date: day })] })).results;
    expect(next!.prod_id).toBe('261006-002');
  });

  it('twenty parallel bulk adds number without gaps or duplicates', async () => {
    const day = '2026-10-07';
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        boss.call(endpoints.job.bulkAdd, {
          jobs: [createJobInput({ job_date: day }), createJobInput({ job_date: day })],
        }),
      ),
    );
    const numbers = all.flatMap((a) => a.results.map((j) => j.prod_id)).sort();
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, i) => `261007-${String(i + 1).padStart(3, '0')}`));
  });

  it('a repeated bulk add with a lost reply adds once', async () => {
    const before = await countRows('job');
    const headers = { 'idempotency-key': 'a-lost-reply' };
    const first = await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput()] }, headers);
    const second = await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput()] }, headers);
    expect(second).toEqual(first);
    expect(await countRows('job')).toBe(before + 1);
  });
});

describe('the list of jobs', () => {
  it('the list finds Vietnamese names without marks and takes wildcards literally', async () => {
    await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput({ job_name: 'Đám cưới 100% Huế' })] });
    const findJobs = async (text: string) =>
      (await boss.call(endpoints.job.list, { text })).results.map((j) => j.job_name);
    expect(await findJobs('dam cuoi')).toEqual(['Đám cưới 100% Huế']);
    expect(await findJobs('100%')).toEqual(['Đám cưới 100% Huế']);
    expect(await findJobs('1%0')).toEqual([]);
  });

  it('the list counts exactly the rows of its pages, for every filter and order', async () => {
    await buildJob(bureau.db, { job_priority: 'Urgent', customer2_id: customer.id });
    await buildTask(bureau.db, { status: 9, x1: 1, job: { job_date: '2026-05-05' } });
    const filters: object[] = [
      {},
      { job_status: ['TO_DO'] },
      { job_status: ['COMPLETED', 'PENDING'] },
      { customer1_id: [customer.cus_id1] },
      { job_priority: 'Urgent' },
      { job_date_from: '2026-10-06', job_date_to: '2026-10-07' },
      { service_cat2_id: [category.id] },
      { task_status: [9] },
      { text: 'cuoi' },
      { customer2_id: [customer.id], job_status: ['TO_DO'] },
      { customer2_id: [customer.id], job_date_from: '2026-11-01' },
      { sort: 'job_name' },
      { sort: '-job_status' },
    ];
    for (const filter of filters) {
      const listedIds: number[] = [];
      let total = -1;
      for (let page = 1; total === -1 || listedIds.length < total; page++) {
        const response = await boss.call(endpoints.job.list, { ...filter, page, page_size: 4 });
        total = response.total_items;
        if (response.results.length === 0) break;
        listedIds.push(...response.results.map((j) => j.job_id));
      }
      expect(listedIds.length, JSON.stringify(filter)).toBe(total);
      expect(new Set(listedIds).size).toBe(total);
    }
  });
});

describe('changes and deletions of jobs', () => {
  it('a request with an old version gets the current job', async () => {
    const [job] = (await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput()] })).results;
    await boss.call(endpoints.job.update, { job_id: job!.job_id, version: 1, job_name: 'first' });
    const staleResponse = await boss.send(endpoints.job.update, {
      job_id: job!.job_id,
      version: 1,
      job_name: 'second',
    });
    expect(staleResponse.problem).toMatchObject({
      status: 409,
      code: 'stale',
      current: { job_name: 'first', version: 2 },
    });
    expect((await readJob(job!.job_id)).job_name).toBe('first');
  });

  it('a job gets new prices when it moves to another customer', async () => {
    const [job] = (await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput()] })).results;
    const elsewhere = await buildCustomer(bureau.db);
    await buildPrice(bureau.db, { cus_id1: elsewhere.cus_id1, service_cat2_id: category.id, retail_price: 2 });
    const after = await boss.call(endpoints.job.update, {
      job_id: job!.job_id,
      version: 1,
      customer2_id: elsewhere.id,
      job_date: '2026-11-21',
    });
    expect(after.job_details[0]!.unit_price).toBe(2);
    const tasks = await bureau.db
      .selectFrom('task')
      .select(['customer2_id', 'job_date'])
      .where('job_id', '=', job!.job_id)
      .execute();
    expect(tasks).toEqual([{ customer2_id: elsewhere.id, job_date: '2026-11-21' }]);
  });

  it('a detail is added, changed and deleted', async () => {
    const [job] = (await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput()] })).results;
    const detail = await boss.call(endpoints.job.addDetail, {
      job_id: job!.job_id,
      service_cat1_id: category.cat1_id,
      service_cat2_id: category.id,
      quantity: 3,
    });
    expect(detail).toMatchObject({ sub_prod_id: `${job!.prod_id}-02`, unit_price: 0.65, version: 1 });
    const otherCategory = await buildCategory(bureau.db);
    const changed = await boss.call(endpoints.job.updateDetail, {
      job_detail_id: detail.job_detail_id,
      version: 1,
      quantity: 5,
      service_cat1_id: otherCategory.cat1_id,
      service_cat2_id: otherCategory.id,
    });
    expect(changed).toMatchObject({ quantity: 5, service_cat2_id: otherCategory.id, unit_price: null });
    await boss.call(endpoints.job.delete, { job_details: [{ job_detail_id: detail.job_detail_id, version: 2 }] });
    expect((await readJob(job!.job_id)).job_details).toHaveLength(1);
  });

  it('an order below the counted quantity is confirmed once', async () => {
    const [job] = (await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput()] })).results;
    const { job_id } = job!;
    const detail = await buildDetail(bureau.db, { job_id, quantity: 36 });
    const { job_detail_id } = detail;
    await buildTask(bureau.db, { job_detail_id, status: 9, x1: 6 });
    await buildTask(bureau.db, { job_detail_id, status: 3, x1: 3, x2: 1 });
    const changeQuantity = (version: number, quantity: number, confirmation: { over?: boolean } = {}) =>
      boss.send(endpoints.job.updateDetail, { job_detail_id, version, quantity, ...confirmation });
    const { version } = (await readJob(job_id)).job_details.find((detail) => detail.job_detail_id === job_detail_id)!;
    const firstResponse = await changeQuantity(version, 9);
    expect(firstResponse.problem).toMatchObject({ status: 422, code: 'over_ordered', counted: 10, ordered: 9 });
    expect(firstResponse.problem.errors).toMatchObject([{ field: 'quantity' }]);
    // No confirmation is needed for the counted quantity or a confirmed one, or when the order is raised but still
    // lower than the count.
    expect((await changeQuantity(version, 10)).status).toBe(200);
    expect((await changeQuantity(version + 1, 3, { over: true })).status).toBe(200);
    expect((await changeQuantity(version + 2, 4)).status).toBe(200);
  });

  it('every endpoint refuses to delete taken work, for every user', async () => {
    const editor = (await bureau.as(['npn_editor_pte'])).user_id;
    const held = await buildTask(bureau.db, { status: 2, editor, workstream: 'PTE' });
    const superuser = await bureau.as({ is_superuser: true });
    const job = await readJob(held.job_id);
    const detail = job.job_details[0]!;
    const refusal = { status: 409, code: 'job_started', detail: `#${held.task_id}` };
    const jobs = [{ job_id: job.job_id, version: job.version }];
    for (const client of [boss, superuser]) {
      expect((await client.send(endpoints.job.delete, { jobs })).problem).toMatchObject(refusal);
      const job_details = [{ job_detail_id: detail.job_detail_id, version: detail.version }];
      expect((await client.send(endpoints.job.delete, { job_details })).problem).toMatchObject(refusal);
      expect(await client.call(endpoints.job.bulk, { action: 'delete', jobs })).toMatchObject({
        deleted: [],
        refused: [{ job_id: job.job_id, code: 'job_started' }],
      });
    }
  });

  it('the refusal to delete work in production names the task', async () => {
    const editor = (await bureau.as(['npn_editor_pte'])).user_id;
    const task = await buildTask(bureau.db, { status: 3, editor, workstream: 'PTE' });
    const idle = (await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput()] })).results[0]!;
    const { version } = await readJob(task.job_id);
    const response = await boss.send(endpoints.job.delete, {
      jobs: [
        { job_id: idle.job_id, version: 1 },
        { job_id: task.job_id, version },
      ],
    });
    expect(response.problem).toMatchObject({
      status: 409,
      code: 'job_started',
      current: { task_id: task.task_id },
    });
    expect((await readJob(idle.job_id)).job_id).toBe(idle.job_id);
    await boss.call(endpoints.job.delete, { jobs: [{ job_id: idle.job_id, version: 1 }] });
    expect((await boss.call(endpoints.job.list, { job_id: idle.job_id })).results).toEqual([]);
  });
});
