import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { dayOf } from '@darkroom/domain/calendar/day';
import { findRoot } from '@darkroom/server/config';
import { GOALS, isMet } from './goals.ts';
import { formatTable } from './tables.ts';

/** Measured figure of a goal. */
export interface Figure {
  readonly figure: number;
  readonly note: string;
}

interface SavedFigure extends Figure {
  /** Day of the measurement. */
  readonly day: string;
  /** Load of the machine before the measurement, as the average of a minute. */
  readonly load: number;
}

interface Results {
  readonly machine: string;
  readonly goals: Record<string, SavedFigure>;
}

/** Returns the current load of the machine, in tasks that need a processor. */
export const readLoad = (): number => loadavg()[0] ?? 0;

/**
 * Adds figures to the results of this machine (`bench/results`) and returns the updated table of goals. Processors,
 * Node and PostgreSQL identify a machine.
 */
export function saveFigures(postgres: string, load: number, figures: Readonly<Record<string, Figure>>): string {
  const machine = describeMachine(postgres);
  const folder = join(findRoot(), 'bench/results');
  const file = join(
    folder,
    machine
      .toLowerCase()
      .replaceAll(/[^a-z0-9.]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
  );
  const before = existsSync(`${file}.json`)
    ? (JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Results)
    : { machine, goals: {} };
  const day = dayOf(new Date().toISOString());
  const measured = Object.entries(figures).map(([id, { figure, note }]) => [
    id,
    { figure: Number(figure.toFixed(3)), note, day, load: Number(load.toFixed(1)) },
  ]);
  const goals = { ...before.goals, ...(Object.fromEntries(measured) as Record<string, SavedFigure>) };
  const tableText = formatGoals(goals);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.json`, `${JSON.stringify({ machine, goals }, null, 2)}\n`);
  writeFileSync(`${file}.md`, `# ${machine}\n\n${tableText}\n`);
  return tableText;
}

function describeMachine(postgres: string): string {
  const all = cpus();
  const model = (all[0]?.model ?? 'unknown processor')
    .replaceAll(/\((?:R|TM)\)|@.*$|\bCPU\b/g, '')
    .replaceAll(/ +/g, ' ');
  return `${model.trim()} × ${all.length}, Node ${process.versions.node}, PostgreSQL ${postgres}`;
}

function formatGoals(kept: Readonly<Record<string, SavedFigure>>): string {
  const rows = GOALS.map((goal) => {
    const { id, call, unit, least } = goal;
    const goalText = least === undefined ? `≤ ${goal.most} ${unit}` : `≥ ${least} ${unit}`;
    const savedFigure = kept[id];
    if (!savedFigure) return [call, goalText, 'not measured', '', '', '', ''];
    const digits = unit === '× bare' || unit === '×' || savedFigure.figure < 10 ? 2 : 0;
    const measured = unit === 'answers' ? `${savedFigure.figure}` : savedFigure.figure.toFixed(digits);
    return [
      call,
      goalText,
      measured,
      isMet(goal, savedFigure.figure) ? 'yes' : '**no**',
      savedFigure.note,
      savedFigure.day,
      `${savedFigure.load}`,
    ];
  });
  return formatTable(['call', 'goal', 'measured', 'met', 'detail', 'day', 'load before'], rows);
}
