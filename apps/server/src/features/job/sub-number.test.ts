import { endpoints } from '@darkroom/contract/endpoints';
import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../testing/app.ts';
import { buildDetail } from '../../testing/factories/work.ts';

it('a detail number is used once per job, even after the detail is deleted', async () => {
  const bureau = await createTestApp();
  onTestFinished(() => bureau.close());
  const boss = await bureau.as(['npn_view_job', 'npn_add_job_detail', 'npn_delete_job']);
  const { job_id } = await buildDetail(bureau.db);
  const [job] = (await boss.call(endpoints.job.list, { job_id })).results;
  const { service_cat1_id, service_cat2_id } = job!.job_details[0]!;
  const addDetail = () => boss.call(endpoints.job.addDetail, { job_id, service_cat1_id, service_cat2_id, quantity: 1 });
  const { job_detail_id, version, sub_prod_id } = await addDetail();
  await boss.call(endpoints.job.delete, { job_details: [{ job_detail_id, version }] });
  expect([sub_prod_id, (await addDetail()).sub_prod_id]).toEqual([`${job!.prod_id}-02`, `${job!.prod_id}-03`]);
});
