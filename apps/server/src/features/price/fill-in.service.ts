import type { FillIn } from '@darkroom/contract/price/price';
import { fromThousandths, toThousandths } from '@darkroom/domain/money/money';
import { lineAmount } from '@darkroom/domain/price/report';
import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { lockedFor } from '../../http/gates.ts';
import { emit, emitTasks } from '../../live/emit.ts';
import { holdJobs } from '../job/job.service.ts';
import { currencyOf } from '../setting/setting.service.ts';
import { readTasks } from '../task/task-read.service.ts';
import { fillInPrices, findUnpriced, type Unpriced } from './fill-in.queries.ts';
import { findOwner, lockOwner } from './price.queries.ts';

/** The current prices that details without one would receive (decision 149). */
export async function previewFillIn(
  ctx: Ctx,
  input: InputFor<'price.previewFillIn'>,
): Promise<AnswerOf<'price.previewFillIn'>> {
  return toldOf(ctx, input.cus_id1, await findUnpriced(ctx.db, input));
}

/** Sets the price of details that have none, as previewed. Locks the customer first, then the jobs. */
export async function fillIn(ctx: Ctx, { seen, ...of }: InputFor<'price.fillIn'>): Promise<AnswerOf<'price.fillIn'>> {
  // The call changes details, so the lock of jobs stops it too.
  const { job: reason } = ctx.locks;
  if (reason !== undefined) throw lockedFor(ctx.actor, reason);
  if (!(await lockOwner(ctx.db, of.cus_id1))) throw fail('not_found', { field: 'cus_id1' });
  const job_ids = jobsOf((await findUnpriced(ctx.db, of)).filter(isPriced));
  await holdJobs(ctx, job_ids);
  const told = await toldOf(ctx, of.cus_id1, await findUnpriced(ctx.db, of));
  if (!isAsSeen(told, seen)) throw fail('stale', { current: told });

  const filled = await fillInPrices(ctx.db, of, job_ids);
  // A job came to this customer during the call: the preview had it, but it is not locked.
  if (filled.length !== told.details) throw fail('stale', { current: told });
  await audit(
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
  return told;
}

/** Two price changes can result in the same amount, so each price must equal the preview. */
function isAsSeen({ details, amount, results }: FillIn, seen: InputFor<'price.fillIn'>['seen']): boolean {
  const read = new Map(seen.prices.map((price) => [price.service_cat2_id, price.unit_price]));
  const priced = results.filter(isPriced);
  return (
    details === seen.details &&
    amount === seen.amount &&
    priced.length === read.size &&
    priced.every(({ service_cat2_id, unit_price }) => read.get(service_cat2_id) === unit_price)
  );
}

const isPriced = ({ unit_price }: Pick<Unpriced, 'unit_price'>): boolean => unit_price !== null;
const jobsOf = (lines: readonly Unpriced[]): number[] => [...new Set(lines.flatMap(({ job_ids }) => job_ids))];

async function toldOf(ctx: Ctx, cus_id1: number, lines: readonly Unpriced[]): Promise<FillIn> {
  const owner = await findOwner(ctx.db, cus_id1);
  if (!owner) throw fail('not_found', { field: 'cus_id1' });
  const results = lines.map((line) => ({
    ...line,
    amount: lineAmount(line),
    done_amount: lineAmount({ ...line, quantity: line.done_quantity }),
  }));
  const priced = results.filter(isPriced);
  const amountOf = (key: 'amount' | 'done_amount') =>
    fromThousandths(priced.reduce((sum, line) => sum + toThousandths(line[key] ?? 0), 0));
  return {
    cus_id1,
    customer: `${owner.cus0_name} › ${owner.cus1_name}`,
    currency: await currencyOf(ctx.db),
    ...figuresOf(priced),
    amount: amountOf('amount'),
    done_amount: amountOf('done_amount'),
    without: figuresOf(results.filter((line) => !isPriced(line))),
    results: results.map(({ job_ids, ...line }) => ({ ...line, jobs: job_ids.length })),
  };
}

function figuresOf(lines: readonly Unpriced[]) {
  const sum = (key: 'details' | 'quantity' | 'done_quantity') => lines.reduce((of, line) => of + line[key], 0);
  return {
    details: sum('details'),
    jobs: jobsOf(lines).length,
    quantity: sum('quantity'),
    done_quantity: sum('done_quantity'),
  };
}
