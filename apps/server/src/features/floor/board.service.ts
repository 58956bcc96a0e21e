import type { floorBoard } from '@darkroom/contract/floor/floor';
import { JOBS_A_BAND } from '@darkroom/contract/floor/floor';
import type { OutputOf } from '@darkroom/contract/endpoint';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { BANDS, floorsAsked } from '@darkroom/domain/floor/bands';
import { floorsSeen } from '@darkroom/domain/floor/access';
import { presentSince } from '@darkroom/domain/floor/figures';
import { isoOf } from '../../db/driver/instant.ts';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { pacedAnswers } from '../../http/shared-answer.ts';
import { findBands, findPeople } from './board.queries.ts';
import { dueDateRules } from '../setting/due-date-rules.service.ts';
import { readDay } from './day.service.ts';

type Board = Omit<OutputOf<typeof floorBoard>, 'seen' | 'names'>;

/** Minimum time between two readings of a floor, for any number of TV boards. */
const READ_EVERY_MS = 1000;
const shared = new WeakMap<object, ReturnType<typeof pacedAnswers<Board>>>();

/** Workstreams that the caller sees, by permission codes or by the link of the TV board. */
export const seenBy = ({ actor }: Pick<Ctx, 'actor'>): readonly Workstream[] =>
  actor.wall?.workstreams ?? floorsSeen(actor);

/** The current floor. Viewers of one floor share a reading that is never older than their request, and TV boards can hide names. */
export async function readBoard(ctx: Ctx, { workstream }: InputFor<'floor.board'>): Promise<AnswerOf<'floor.board'>> {
  const seen = [...seenBy(ctx)];
  const workstreams = floorsAsked(seen, workstream);
  const pool = ctx.db;
  const ask = shared.get(pool) ?? pacedAnswers<Board>(ctx.config.callLimits ? READ_EVERY_MS : 0);
  shared.set(pool, ask);
  const board = await ask(workstreams.join(), () => boardOf(ctx, workstreams));
  const names = ctx.actor.wall?.names ?? true;
  return { ...board, ...(names ? {} : withoutNames(board)), seen, names };
}

const NOBODY = { user_id: null, full_name: null };
const withoutNames = ({ working, idle }: Board): Pick<Board, 'working' | 'idle'> => ({
  working: working.map((row) => ({ ...row, ...NOBODY })),
  idle: idle.map((row) => ({ ...row, ...NOBODY })),
});

async function boardOf({ db, now }: Ctx, workstreams: readonly Workstream[]): Promise<Board> {
  const [{ bands, jobs }, people, { sofar, usual }, { hours, holidays }] = await Promise.all([
    findBands(db, workstreams, now, JOBS_A_BAND),
    findPeople(db, workstreams, presentSince(now)),
    readDay(db, workstreams, now),
    dueDateRules(db),
  ]);
  return {
    at: now,
    workstreams: [...workstreams],
    hours,
    holidays: [...holidays],
    bands: BANDS.map((band, place) => {
      const counted = bands.find((row) => row.place === place);
      const strips = jobs.filter((job) => job.place === place).map(({ place: _place, ...job }) => job);
      const { tasks = 0, of_earlier = 0, jobs: all = 0, oldest = null, late = 0, at_risk = 0 } = counted ?? {};
      // A job counts in the band of its slowest task.
      return {
        band,
        tasks,
        of_earlier,
        jobs: all,
        oldest: isoOf(oldest),
        late,
        at_risk,
        strips: strips.map(inIso),
        more: all - strips.length,
      };
    }),
    people_working: new Set(people.working.map(({ user_id }) => user_id)).size,
    working: people.working.map((row) => ({ ...row, since: isoOf(row.since) })),
    idle: people.idle.map((row) => ({ ...row, since: isoOf(row.since) })),
    today: {
      came_in: { now: sofar.came_in, usual: usual.came_in },
      done: { now: sofar.done, usual: usual.done },
      faults: { now: sofar.faults, usual: usual.faults },
      kept: { now: sofar.kept, due: sofar.due, usual: usual.kept },
    },
  };
}

const inIso = <T extends { due_at: string | null; since: string }>(row: T): T => ({
  ...row,
  due_at: isoOf(row.due_at),
  since: isoOf(row.since),
});
