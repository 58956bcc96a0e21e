import type { floorBoard } from '@darkroom/contract/floor/floor';
import { MAX_JOBS_PER_BAND } from '@darkroom/contract/floor/floor';
import type { OutputOf } from '@darkroom/contract/endpoint';
import type { Workstream } from '@darkroom/domain/customer/enums';
import { BANDS, getRequestedFloors } from '@darkroom/domain/floor/bands';
import { getVisibleFloors } from '@darkroom/domain/floor/access';
import { getPresenceStart } from '@darkroom/domain/floor/figures';
import { toIso } from '../../db/driver/instant.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { createPacedResponses } from '../../http/request-coalescing.ts';
import { findBands, findFloorPeople } from './board.queries.ts';
import { readDueDateRules } from '../setting/due-date-rules.service.ts';
import { readDay } from './day.service.ts';

type Board = Omit<OutputOf<typeof floorBoard>, 'selectable_workstreams' | 'names'>;

/** Minimum time between two reads of a TV board's data, for any number of TV boards. */
const MIN_READ_INTERVAL_MS = 1000;
const sharedResponses = new WeakMap<object, ReturnType<typeof createPacedResponses<Board>>>();

/** Returns the workstreams that the caller sees, by permission codes or by the link of the TV board. */
export const getVisibleWorkstreams = ({ actor }: Pick<Ctx, 'actor'>): readonly Workstream[] =>
  actor.tvBoard?.workstreams ?? getVisibleFloors(actor);

/**
 * Reads the current state of the work. Viewers of one board share a read that is never older than their request. TV
 * boards can hide names.
 */
export async function readBoard(ctx: Ctx, { workstream }: InputFor<'floor.board'>): Promise<ResponseOf<'floor.board'>> {
  const visible = [...getVisibleWorkstreams(ctx)];
  const workstreams = getRequestedFloors(visible, workstream);
  const pool = ctx.db;
  const readShared =
    sharedResponses.get(pool) ?? createPacedResponses<Board>(ctx.config.callLimits ? MIN_READ_INTERVAL_MS : 0);
  sharedResponses.set(pool, readShared);
  const board = await readShared(workstreams.join(), () => loadBoard(ctx, workstreams));
  const names = ctx.actor.tvBoard?.names ?? true;
  return { ...board, ...(names ? {} : hideNames(board)), selectable_workstreams: visible, names };
}

const NO_PERSON = { user_id: null, full_name: null };
const hideNames = ({ working, idle }: Board): Pick<Board, 'working' | 'idle'> => ({
  working: working.map((row) => ({ ...row, ...NO_PERSON })),
  idle: idle.map((row) => ({ ...row, ...NO_PERSON })),
});

async function loadBoard({ db, now }: Ctx, workstreams: readonly Workstream[]): Promise<Board> {
  const [{ bands, jobs }, people, { soFar, typical }, { hours, holidays }] = await Promise.all([
    findBands(db, workstreams, now, MAX_JOBS_PER_BAND),
    findFloorPeople(db, workstreams, getPresenceStart(now), now),
    readDay(db, workstreams, now),
    readDueDateRules(db),
  ]);
  return {
    at: now,
    workstreams: [...workstreams],
    hours,
    holidays: [...holidays],
    bands: BANDS.map((band, position) => {
      const bandCounts = bands.find((row) => row.position === position);
      const bandJobs = jobs.filter((job) => job.position === position).map(({ position: _position, ...job }) => job);
      const {
        tasks = 0,
        tasks_listed_earlier = 0,
        job_count = 0,
        oldest = null,
        late = 0,
        at_risk = 0,
      } = bandCounts ?? {};
      // A job counts in the band of its slowest task.
      return {
        band,
        tasks,
        tasks_listed_earlier,
        job_count,
        oldest: toIso(oldest),
        late,
        at_risk,
        jobs: bandJobs.map(toIsoTimes),
        more: job_count - bandJobs.length,
      };
    }),
    people_working: new Set(people.working.map(({ user_id }) => user_id)).size,
    working: people.working.map((row) => ({ ...row, since: toIso(row.since) })),
    idle: people.idle.map((row) => ({ ...row, since: toIso(row.since) })),
    today: {
      added: { now: soFar.added, usual: typical.added },
      done: { now: soFar.done, usual: typical.done },
      faults: { now: soFar.faults, usual: typical.faults },
      on_time: { now: soFar.on_time, due: soFar.due, usual: typical.on_time },
    },
  };
}

const toIsoTimes = <T extends { due_at: string | null; since: string }>(row: T): T => ({
  ...row,
  due_at: toIso(row.due_at),
  since: toIso(row.since),
});
