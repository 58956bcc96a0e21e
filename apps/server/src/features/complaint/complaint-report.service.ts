import type { ComplaintLine } from '@darkroom/contract/request/complaint';
import { shareRedone } from '@darkroom/domain/request/complaint';
import { piecesDelivered } from '@darkroom/domain/price/report';
import { boardsSeen } from '@darkroom/domain/request/access';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { customers1Below } from '../customer/customer.service.ts';
import { readDelivered } from '../price/price-report.service.ts';
import { countComplaints, type CountedLine } from './complaint.queries.ts';

/** Complaints of a period on the boards the actor sees, in groups, with the share of delivered pieces in rework (decisions 057, 102, 106). */
export async function readComplaints(
  ctx: Ctx,
  input: InputFor<'request.complaints'>,
): Promise<AnswerOf<'request.complaints'>> {
  const { by, date_from: from, date_to: to, ...levels } = input;
  const period = { from, to, boards: boardsSeen(ctx.actor), customers1: await customers1Below(ctx.db, levels) };
  const delivered = await readDelivered(ctx.db, { from, to, ...levels });
  const all = delivered.reduce((sum, line) => sum + piecesDelivered(line), 0);
  const deliveredOf = (key: CountedLine['key']) => {
    if (by === 'fault_kind') return all;
    const field = by === 'customer' ? 'cus_id1' : 'service_cat2_id';
    return delivered.reduce((sum, line) => sum + (line[field] === key ? piecesDelivered(line) : 0), 0);
  };
  const lines = await countComplaints(ctx.db, by, period);
  const [whole] = (await countComplaints(ctx.db, 'whole', period)) as [CountedLine?];
  const results = lines.map((line): ComplaintLine => {
    const of = deliveredOf(line.key);
    return { ...line, delivered: of, share: shareRedone(line.pieces, of) };
  });
  const { complaints = 0, tasks = 0, pieces = 0, minutes = 0 } = whole ?? {};
  return { results, complaints, tasks, pieces, minutes, delivered: all, share: shareRedone(pieces, all) };
}
