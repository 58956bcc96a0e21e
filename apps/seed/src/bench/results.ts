import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { dayOf } from '@darkroom/domain/calendar/day';
import { findRoot } from '@darkroom/server/config';
import { TARGETS, isMet } from './targets.ts';
import { formatTable } from './tables.ts';

/** Measured figure of a target. */
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
  readonly targets: Record<string, SavedFigure>;
}

/** Returns the current load of the machine, in tasks that need a processor. */
export const readMachineLoad = (): number => loadavg()[0] ?? 0;

/**
 * Adds figures to the results of this machine (`bench/results`) and returns the updated table of targets. Processors,
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
    : { machine, targets: {} };
  const day = dayOf(new Date().toISOString());
  const measured = Object.entries(figures).map(([id, { figure, note }]) => [
    id,
    { figure: Number(figure.toFixed(3)), note, day, load: Number(load.toFixed(1)) },
  ]);
  const targets = { ...before.targets, ...(Object.fromEntries(measured) as Record<string, SavedFigure>) };
  const tableText = formatTargets(targets);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.json`, `${JSON.stringify({ machine, targets }, null, 2)}\n`);
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

function formatTargets(kept: Readonly<Record<string, SavedFigure>>): string {
  const rows = TARGETS.map((target) => {
    const { id, call, unit, least } = target;
    const targetText = least === undefined ? `≤ ${target.most} ${unit}` : `≥ ${least} ${unit}`;
    const savedFigure = kept[id];
    if (!savedFigure) return [call, targetText, 'not measured', '', '', '', ''];
    const digits = unit === '× bare' || unit === '×' || savedFigure.figure < 10 ? 2 : 0;
    const measured =
      unit === 'responses' || unit === 'lists' ? `${savedFigure.figure}` : savedFigure.figure.toFixed(digits);
    return [
      call,
      targetText,
      measured,
      isMet(target, savedFigure.figure) ? 'yes' : '**no**',
      savedFigure.note,
      savedFigure.day,
      `${savedFigure.load}`,
    ];
  });
  return formatTable(['call', 'target', 'measured', 'met', 'detail', 'day', 'load before'], rows);
}
