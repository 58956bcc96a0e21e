import { describe, expect, it } from 'vitest';
import { createWorkCalendar } from '../calendar/working-time.ts';
import { DEFAULT_HOURS } from '../due-date/turnaround.ts';
import { combineCurves, minutesAtProbability, probabilityAt, completionCurve } from './finish.ts';
import {
  forecastJob,
  isAtRisk,
  hasForecastChanged,
  scoreForecast,
  type ForecastContext,
  type OpenTaskState,
} from './forecast.ts';
import { createWorkClock } from './work-clock.ts';
import { classOf, emptyHistogram, CLASS_ENDS, minutesAtShare, shareUpTo, toDistribution } from './histogram.ts';
import { createSimilarWork, measureTimesToCompletion, type WorkKind } from './similar-work.ts';
import { calculateQueuePositions, calculatePressure, averageQueueState, type QueuedTask } from './queue.ts';
import { estimateQueueDelay, emptyTuning, calibrateShare, addOutcome, type Tuning } from './tuning.ts';

const clock = createWorkClock(createWorkCalendar(DEFAULT_HOURS, []));
const kind: WorkKind = { service_cat2_id: 1, service_cat1_id: 1, workstream: 'PTE' };
const createHistogram = (...minutes: number[]) => {
  const counts = emptyHistogram();
  for (const duration of minutes) counts[classOf(duration)]! += 1;
  return toDistribution(counts);
};

describe('durations of similar work', () => {
  it('a duration is counted in the class that includes it', () => {
    for (const minutes of [0, 0.4, 1, 1.1, 2, 59, 60, 480, 100_000])
      expect(minutes <= CLASS_ENDS[classOf(minutes)]! || classOf(minutes) === CLASS_ENDS.length - 1).toBe(true);
    const times = createHistogram(...Array.from({ length: 100 }, (_, n) => n + 1));
    expect(minutesAtShare(times, 0.5)).toBeGreaterThan(45);
    expect(minutesAtShare(times, 0.5)).toBeLessThan(55);
    expect(shareUpTo(times, minutesAtShare(times, 0.8))).toBeCloseTo(0.8);
  });

  it('durations are calculated from the history, without lunch and night', () => {
    const came = '2026-10-06T01:00:00.000Z';
    const moves = [
      { to_status: 3, at: '2026-10-06T04:00:00.000Z' },
      { to_status: 9, at: '2026-10-06T07:30:00.000Z' },
      { to_status: 13, at: '2026-10-06T10:00:00.000Z' },
      { to_status: 9, at: '2026-10-07T01:30:00.000Z' },
    ] as const;
    const all = [
      { status: 1, minutes: 300 },
      { status: 3, minutes: 120 },
      { status: 13, minutes: 60 },
    ];
    expect(measureTimesToCompletion(came, moves, clock)).toEqual(all);
    expect(measureTimesToCompletion(came, moves, clock, moves[1].at)).toEqual([all[2]]);
    expect(measureTimesToCompletion(came, moves.slice(0, 1), clock)).toEqual([]);
  });

  it('completions outside working hours are ignored, except soon after a shift', () => {
    const came = '2026-10-06T01:00:00.000Z';
    const measureTimesTo = (at: string) =>
      measureTimesToCompletion(came, [{ to_status: 9, at }], clock).map(({ minutes }) => minutes);
    expect(measureTimesTo('2026-10-06T05:20:00.000Z'), '12:20').toEqual([240]);
    expect(measureTimesTo('2026-10-06T05:45:00.000Z'), '12:45').toEqual([]);
    expect(measureTimesTo('2026-10-06T15:00:00.000Z'), '22:00').toEqual([]);
    expect(measureTimesTo('2026-10-11T03:00:00.000Z'), 'Sunday').toEqual([]);
  });

  it('less similar work is used when observations are few, and the result names it', () => {
    const similarWork = createSimilarWork([], () => null);
    const otherKind: WorkKind = { ...kind, service_cat2_id: 2 };
    expect(similarWork.findTimes(kind, 'few', 3).sample_size).toBe(0);
    for (let n = 0; n < 40; n++) similarWork.learn({ kind: otherKind, size: 'few', status: 3, minutes: 60 });
    expect(similarWork.findTimes(kind, 'few', 3)).toMatchObject({ similarity: 'category1', sample_size: 40 });
    for (let n = 0; n < 40; n++) similarWork.learn({ kind, size: 'few', status: 3, minutes: 600 });
    const known = similarWork.findTimes(kind, 'few', 3);
    expect(known).toMatchObject({ similarity: 'size', sample_size: 40 });
    expect(minutesAtShare(known.times, 0.5)).toBeGreaterThan(400);
    // The saved times give the same result.
    const again = createSimilarWork(similarWork.changed(), (id) => (id === 1 ? kind : otherKind));
    expect(again.findTimes(kind, 'few', 3).times).toEqual(known.times);
  });
});

describe('the end of a job', () => {
  it('a job ends with its last task, and an older task takes longer', () => {
    const quick = { task_id: 1, times: createHistogram(10, 12, 14, 16, 18), elapsed: 0, factor: 1 };
    const slow = { task_id: 2, times: createHistogram(100, 120, 140, 160, 180), elapsed: 0, factor: 1 };
    const slowest = minutesAtProbability(completionCurve(slow), 0.5);
    expect(
      minutesAtProbability(combineCurves([completionCurve(quick), completionCurve(slow)]), 0.5) / slowest,
    ).toBeCloseTo(1, 1);
    const old = completionCurve({ ...quick, elapsed: 500 });
    expect(minutesAtProbability(old, 0.5)).toBeGreaterThan(450);
    expect(minutesAtProbability(old, 0.5)).toBeLessThan(550);
    expect(probabilityAt(old, minutesAtProbability(old, 0.8))).toBeCloseTo(0.8);
  });

  it('the age of a task gains weight gradually, without jumps', () => {
    const times = createHistogram(...Array.from({ length: 40 }, (_, n) => 30 + 3 * n));
    const calculateMinutes = (elapsed: number) =>
      minutesAtProbability(completionCurve({ task_id: 1, times, elapsed, factor: 1 }), 0.8);
    const ages = Array.from({ length: 400 }, (_, minute) => minute);
    const leaps = ages.map((age) => Math.abs(calculateMinutes(age + 1) - calculateMinutes(age)));
    expect(Math.max(...leaps)).toBeLessThan(30);
  });

  it('probabilities are large enough to be saved, for any number of tasks', () => {
    const curve = completionCurve({ task_id: 1, times: createHistogram(1, 400, 500, 600, 700), elapsed: 0, factor: 1 });
    const combined = combineCurves(Array.from({ length: 200 }, () => curve));
    expect(combined.filter((share) => share > 0 && share < 1e-6)).toEqual([]);
    expect(combined.at(-1)).toBe(1);
  });

  it('a job is at risk when p80 is after the due date', () => {
    const similarWork = createSimilarWork([], () => null);
    for (let n = 0; n < 50; n++) similarWork.learn({ kind, size: 'few', status: 3, minutes: 60 });
    const known: ForecastContext = {
      similarWork,
      tuning: emptyTuning(),
      lengths: new Map([['PTE editing', 1]]),
      people: new Map(),
      typicalQueues: new Map(),
      clock,
    };
    const now = '2026-10-06T01:00:00.000Z';
    const position = { queue: 'PTE editing', ahead: 0 };
    const task: OpenTaskState = { task_id: 7, status: 3, kind, pieces: 3, status_since: now, position };
    const forecastResult = forecastJob([task], known, now);
    expect(forecastResult.basis).toMatchObject({ task_id: 7, similarity: 'size', sample_size: 50, ahead: 0, open: 1 });
    expect(
      forecastResult.p50 > now &&
        forecastResult.p80 >= forecastResult.p50 &&
        forecastResult.p80 < '2026-10-06T02:10:00.000Z',
    ).toBe(true);
    expect([
      isAtRisk(forecastResult, now),
      isAtRisk(forecastResult, '2026-10-06T09:00:00.000Z'),
      isAtRisk(forecastResult, null),
    ]).toEqual([true, false, false]);
    expect(hasForecastChanged({ ...forecastResult, at_risk: false }, forecastResult, false, clock)).toBe(false);
    expect(hasForecastChanged({ ...forecastResult, at_risk: true }, forecastResult, false, clock)).toBe(true);
    expect(
      hasForecastChanged(
        { ...forecastResult, p80: '2026-10-07T02:00:00.000Z', at_risk: false },
        forecastResult,
        false,
        clock,
      ),
    ).toBe(true);
    expect(scoreForecast(forecastResult, '2026-10-05T10:00:00.000Z', clock)?.error_minutes).toBeLessThan(0);
    expect(scoreForecast(forecastResult, '2026-10-07T02:00:00.000Z', clock)).toMatchObject({
      inside_p50: false,
      inside_p80: false,
    });
    expect(
      scoreForecast(forecastResult, '2026-10-06T15:00:00.000Z', clock),
      'a forecast names working time',
    ).toBeNull();
  });
});

describe('order of the queue', () => {
  it('the queue is ordered by urgency, due date and age', () => {
    const createTask = (task_id: number, more: Partial<QueuedTask> = {}): QueuedTask => ({
      task_id,
      status: 1,
      workstream: 'PTE',
      urgent: false,
      due_at: null,
      job_date: '2026-10-06',
      ...more,
    });
    const { places, lengths } = calculateQueuePositions([
      createTask(1),
      createTask(2, { job_date: '2026-10-05' }),
      createTask(3, { due_at: '2026-10-09T00:00:00.000Z' }),
      createTask(4, { urgent: true }),
      createTask(5, { status: 4 }),
      createTask(6, { workstream: 'OTS' }),
    ]);
    expect([4, 3, 2, 1, 5, 6].map((id) => places.get(id)?.ahead)).toEqual([0, 1, 2, 3, 0, 0]);
    expect(lengths.get('PTE editing')).toBe(4);
  });

  it('pressure compares the queue per person with the usual one, within limits', () => {
    const typicalQueue = { length: 19, people: 5 };
    expect(calculatePressure({ queue: 'q', ahead: 9 }, 19, 5, typicalQueue)).toBeCloseTo(0.975);
    expect(calculatePressure({ queue: 'q', ahead: 40 }, 80, 5, typicalQueue)).toBe(4);
    expect(calculatePressure({ queue: 'q', ahead: 0 }, 1, 9, typicalQueue)).toBe(0.25);
    expect(calculatePressure({ queue: 'q', ahead: 9 }, 19, 5, undefined)).toBe(1);
    expect(averageQueueState(typicalQueue, { length: 43, people: 5 }, 1200).length).toBe(31);
  });
});

describe('learning from completed forecasts', () => {
  const tuneAfter = (outcomes: readonly [pressure: number, longer: number, part: number][]) =>
    outcomes.reduce<Tuning>(
      (tuning, [pressure, longer, part]) => addOutcome(tuning, { pressure, longer, part }),
      emptyTuning(),
    );

  it('nothing is learned at first', () => {
    expect([
      estimateQueueDelay(emptyTuning()),
      calibrateShare(emptyTuning(), 0.5),
      calibrateShare(emptyTuning(), 0.8),
    ]).toEqual([0, 0.5, 0.8]);
  });

  it('the delay of a full queue is learned, from none to proportional', () => {
    const pressures = Array.from({ length: 300 }, (_, n) => ((n % 21) - 10) / 8);
    expect(estimateQueueDelay(tuneAfter(pressures.map((pressure) => [pressure, 0, 0.5])))).toBe(0);
    expect(estimateQueueDelay(tuneAfter(pressures.map((pressure) => [pressure, pressure, 0.5])))).toBeGreaterThan(0.9);
  });

  it('a later part of the spread is used when few jobs were on time', () => {
    const spread = (power: number) =>
      Array.from({ length: 500 }, (_, n): [number, number, number] => [0, 0, ((n % 100) / 100) ** power]);
    expect(calibrateShare(tuneAfter(spread(0.5)), 0.8)).toBeGreaterThan(0.87);
    expect(calibrateShare(tuneAfter(spread(2)), 0.8)).toBeLessThan(0.7);
    expect(calibrateShare(tuneAfter(spread(1)), 0.8)).toBeCloseTo(0.8, 1);
  });
});
