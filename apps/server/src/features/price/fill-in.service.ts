import type { FillIn } from '@darkroom/contract/price/price';
import { fromThousandths, toThousandths } from '@darkroom/domain/money/money';
import { calculateLineAmount } from '@darkroom/domain/price/report';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { createLockedFailure } from '../../http/gates.ts';
import { emit, emitTasks } from '../../live/emit.ts';
import { lockJobsForChange } from '../job/job.service.ts';
import { readCurrency } from '../setting/setting.service.ts';
import { readTasks } from '../task/task-read.service.ts';
import { fillInPrices, findUnpriced, type UnpricedCategory } from './fill-in.queries.ts';
import { findOwner, lockOwner } from './price.queries.ts';

/** Returns the current prices that details without a price would receive (decision 149). */
export async function previewFillIn(
  ctx: Ctx,
  input: InputFor<'price.previewFillIn'>,
): Promise<ResponseOf<'price.previewFillIn'>> {
  return toFillIn(ctx, input.cus_id1, await findUnpriced(ctx.db, input));
}

/** Sets the price of details that have none, as previewed. Locks the customer first, then the jobs. */
export async function fillIn(
  ctx: Ctx,
  { confirmed_preview, ...filter }: InputFor<'price.fillIn'>,
): Promise<ResponseOf<'price.fillIn'>> {
  // The request changes details, so the lock of jobs stops it too.
  const { job: reason } = ctx.locks;
  if (reason !== undefined) throw createLockedFailure(ctx.actor, reason);
  if (!(await lockOwner(ctx.db, filter.cus_id1))) throw fail('not_found', { field: 'cus_id1' });
  const job_ids = collectJobIds((await findUnpriced(ctx.db, filter)).filter(isPriced));
  await lockJobsForChange(ctx, job_ids);
  const preview = await toFillIn(ctx, filter.cus_id1, await findUnpriced(ctx.db, filter));
  if (!matchesPreview(preview, confirmed_preview)) throw fail('stale', { current: preview });

  const filled = await fillInPrices(ctx.db, filter, job_ids);
  // A job came to this customer during the request: the preview had it, but it is not locked.
  if (filled.length !== preview.details) throw fail('stale', { current: preview });
  await writeAudit(
    ctx,
    filled.map(({ job_detail_id, before, after }) => ({
      action: 'price.fillIn',
      entity: 'job_detail',
      entity_id: job_detail_id,
      before,
      after,
    })),
  );
  if (filled.length > 0) {
    await emit(
      ctx,
      'job',
      filled.map(({ job_id }) => job_id),
    );
    await emitTasks(
      ctx,
      await readTasks(
        ctx.db,
        filled.map(({ job_detail_id }) => job_detail_id),
      ),
    );
  }
  return preview;
}

/** Returns true if each price equals the preview. Two price changes can result in the same amount. */
function matchesPreview(
  { details, amount, results }: FillIn,
  confirmed_preview: InputFor<'price.fillIn'>['confirmed_preview'],
): boolean {
  const previewedPrices = new Map(confirmed_preview.prices.map((price) => [price.service_cat2_id, price.unit_price]));
  const priced = results.filter(isPriced);
  return (
    details === confirmed_preview.details &&
    amount === confirmed_preview.amount &&
    priced.length === previewedPrices.size &&
    priced.every(({ service_cat2_id, unit_price }) => previewedPrices.get(service_cat2_id) === unit_price)
  );
}

const isPriced = ({ unit_price }: Pick<UnpricedCategory, 'unit_price'>): boolean => unit_price !== null;
const collectJobIds = (lines: readonly UnpricedCategory[]): number[] => [
  ...new Set(lines.flatMap(({ job_ids }) => job_ids)),
];

async function toFillIn(ctx: Ctx, cus_id1: number, lines: readonly UnpricedCategory[]): Promise<FillIn> {
  const owner = await findOwner(ctx.db, cus_id1);
  if (!owner) throw fail('not_found', { field: 'cus_id1' });
  const results = lines.map((line) => ({
    ...line,
    amount: calculateLineAmount(line),
    done_amount: calculateLineAmount({ ...line, quantity: line.done_quantity }),
  }));
  const priced = results.filter(isPriced);
  const sumAmounts = (key: 'amount' | 'done_amount') =>
    fromThousandths(priced.reduce((sum, line) => sum + toThousandths(line[key] ?? 0), 0));
  return {
    cus_id1,
    customer: `${owner.cus0_name} › ${owner.cus1_name}`,
    currency: await readCurrency(ctx.db),
    ...sumFigures(priced),
    amount: sumAmounts('amount'),
    done_amount: sumAmounts('done_amount'),
    without: sumFigures(results.filter((line) => !isPriced(line))),
    results: results.map(({ job_ids, ...line }) => ({ ...line, jobs: job_ids.length })),
  };
}

function sumFigures(lines: readonly UnpricedCategory[]) {
  const sum = (key: 'details' | 'quantity' | 'done_quantity') => lines.reduce((total, line) => total + line[key], 0);
  return {
    details: sum('details'),
    jobs: collectJobIds(lines).length,
    quantity: sum('quantity'),
    done_quantity: sum('done_quantity'),
  };
}
