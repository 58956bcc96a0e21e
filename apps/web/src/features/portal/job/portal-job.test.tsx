// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPart } from '../../../testing/part.tsx';
import PortalJobExpandedRow from './portal-job-expanded-row.tsx';
import { usePortalJobColumns, type PortalJob } from './portal-job.tsx';

type Detail = PortalJob['job_details'][number];

const createDetail = (at: number, changes: Partial<Detail>): Detail => ({
  job_detail_id: at,
  sub_prod_id: `261121-014-0${at}`,
  service_cat2_id: 3,
  quantity: 10,
  done: 0,
  pieces_in_rework: 0,
  unit_price: null,
  amount: null,
  status: 'PENDING',
  ...changes,
});

const createJob = (...job_details: Detail[]): PortalJob => ({
  job_id: 14,
  prod_id: '261121-014',
  job_date: '2026-11-21',
  due_date: null,
  job_name: 'Harbour tower',
  job_link: null,
  customer2_id: 5,
  job_status: 'PENDING',
  strip: [],
  job_details,
  ordered: job_details.reduce((sum, { quantity }) => sum + quantity, 0),
  done: job_details.reduce((sum, { done, quantity }) => sum + Math.min(done, quantity), 0),
  beyond: job_details.reduce((sum, { done, quantity }) => sum + Math.max(0, done - quantity), 0),
  pieces_in_rework: job_details.reduce((sum, { pieces_in_rework }) => sum + pieces_in_rework, 0),
  amount: job_details.some(({ unit_price }) => unit_price === null) ? null : 0,
  requests: [],
});

const doNothing = () => undefined;

function Row({ job }: { job: PortalJob }) {
  const { columns } = usePortalJobColumns(doNothing);
  const renderCell = (columnKey: string) => columns.find(({ key }) => key === columnKey)?.render(job);
  return (
    <>
      <p role="note" aria-label="amount">
        {renderCell('amount')}
      </p>
      <p role="note" aria-label="done">
        {renderCell('done')}
      </p>
    </>
  );
}

async function show(job: PortalJob) {
  await showPart(
    <>
      <Row job={job} />
      <PortalJobExpandedRow job={job} onAsk={doNothing} />
    </>,
    { account: 'customer', permissions: ['npn_customer'] },
  );
  const total = (await screen.findByText('Amount Ordered')).closest('li');
  return {
    row: screen.getByRole('note', { name: 'amount' }),
    done: screen.getByRole('note', { name: 'done' }),
    total: total!,
  };
}

it('an open job shows the reported amount when more was completed than ordered', async () => {
  const detail = createDetail(1, { quantity: 10, done: 15, unit_price: 0.639, amount: 6.39, status: 'COMPLETED' });
  await show(
    createJob(detail, createDetail(2, { quantity: 4, done: 4, unit_price: 1, amount: 4, status: 'COMPLETED' })),
  );
  screen.getByText('15 done: 9.585 in the price report');
  expect(screen.queryAllByText(/in the price report/)).toHaveLength(1);
});

it('a row shows the missing pieces of one part and the extra pieces of another', async () => {
  const detail = createDetail(1, { quantity: 3, done: 5, unit_price: 1, amount: 3, status: 'COMPLETED' });
  const { done } = await show(createJob(detail, createDetail(2, { quantity: 3, done: 2, unit_price: 1, amount: 3 })));
  expect(done.textContent).toBe('5 of 6 completed2 more than ordered');
  // With one part, its own line has both figures.
  expect(screen.getAllByText(/more than ordered/)).toHaveLength(1);
});

it('delivered pieces stay delivered and reported during a rework', async () => {
  const completePart = createDetail(1, { done: 6, pieces_in_rework: 4, unit_price: 1, amount: 10 });
  const part = createDetail(2, { quantity: 20, done: 18, pieces_in_rework: 2, unit_price: 0.5, amount: 10 });
  const { done } = await show(createJob(completePart, part));
  expect(done.textContent).toBe('24 of 30 completed6 in rework');
  for (const text of ['6 of 10 completed', '4 in rework', '18 of 20 completed', '2 in rework']) screen.getByText(text);
  expect(screen.getAllByText(/in the price report/).map(({ textContent }) => textContent)).toEqual([
    '6 done: 6 in the price report',
    '18 done: 9 in the price report',
  ]);
});

describe('job with an unpriced part', () => {
  it('the job shows the amount of the priced parts and mentions missing prices', async () => {
    const priced = createDetail(1, { quantity: 12, unit_price: 3.584, amount: 43.008 });
    const { row, total } = await show(createJob(priced, createDetail(2, { quantity: 400 })));
    for (const position of [row, total]) {
      within(position).getByText(/^43\.008/);
      within(position).getByText('some prices not set');
    }
  });

  it('the job has no amount when no part has a price', async () => {
    const { row } = await show(createJob(createDetail(1, { quantity: 400 })));
    expect(row.textContent).toBe('no price yet');
  });

  it('the job does not mention missing prices when all parts have one', async () => {
    const { row } = await show(createJob(createDetail(1, { quantity: 2, unit_price: 1.5, amount: 3 })));
    expect(row.textContent).toBe('3');
  });
});
