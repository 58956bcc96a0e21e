import { DENSITIES, type Density } from '@darkroom/contract/setting';
import { viewEndpoints } from '@darkroom/contract/view';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/call/api.ts';
import { messageOf } from '../../../lib/errors/error-message.ts';
import { useJobTaskSetting } from '../../../lib/session/lookups.ts';
import { query } from '../../../lib/call/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { NARROWEST, WIDEST, type OwnWidths } from './data-table-widths.ts';

/** A user's settings of a list. `columns` reads `status,job,!qcs`: the order, with a mark on hidden ones. */
export interface TableSettings {
  columns: string;
  density: Density;
  /** The widths of resized columns. */
  widths: OwnWidths;
}

const PLAIN: TableSettings = { columns: '', density: 'compact', widths: {} };

/** The user's settings of one list (`table.<list>`) and their setter. Changes apply immediately and are saved on the server. */
export function useTableSettings(list: string | undefined) {
  const client = useQueryClient();
  const toast = useToast();
  const { t } = useTranslation(['errors']);
  const options = query(viewEndpoints.preferences, {});
  const { data, isPending } = useQuery({ ...options, enabled: list !== undefined });
  const key = `table.${list}`;
  const staff = useActor().account === 'staff';
  const bureau = useJobTaskSetting('display', list !== undefined && staff);
  const own = densityIn(data?.[key]);
  const kept = data?.[key];
  const widths = useMemo(() => widthsIn(kept), [kept]);
  const look: TableSettings = { columns: columnsIn(kept), density: own ?? bureau?.density ?? PLAIN.density, widths };
  const keep = (patch: Partial<TableSettings>) => {
    // The bureau's default is not the user's choice.
    const value = { columns: look.columns, widths, ...(own && { density: own }), ...patch };
    client.setQueryData(options.queryKey, (all) => ({ ...all, [key]: value }));
    call(viewEndpoints.setPreference, { key, value }).catch((error: unknown) => {
      toast.error(messageOf(error, t));
      void client.invalidateQueries({ queryKey: options.queryKey });
    });
  };
  return { look, keep, known: list === undefined || !isPending };
}

const partOf = (value: unknown) => (value ?? {}) as Partial<Record<keyof TableSettings, unknown>>;

function columnsIn(value: unknown): string {
  const { columns } = partOf(value);
  return typeof columns === 'string' ? columns : PLAIN.columns;
}

function densityIn(value: unknown): Density | null {
  const { density } = partOf(value);
  return DENSITIES.find((one) => one === density) ?? null;
}

function widthsIn(value: unknown): OwnWidths {
  const { widths } = partOf(value);
  if (typeof widths !== 'object' || widths === null) return PLAIN.widths;
  const good = (width: unknown) => typeof width === 'number' && width >= NARROWEST && width <= WIDEST;
  return Object.fromEntries(Object.entries(widths).filter(([, width]) => good(width)));
}

/** The parts of a column that a choice needs. */
interface Choosable {
  readonly key: string;
  /** Hidden by default. */
  readonly off?: boolean;
}

export interface ColumnChoice<C> {
  column: C;
  hidden: boolean;
}

/**
 * All columns in the chosen order, with the hidden ones. Columns without a choice, because they are new or of another set, keep their own
 * places.
 */
export function columnChoices<C extends Choosable>(columns: readonly C[], code: string): ColumnChoice<C>[] {
  const said = code.split(',').filter(Boolean);
  const hidden = new Set(said.filter((name) => name.startsWith('!')).map((name) => name.slice(1)));
  const order = said.map((name) => name.replace(/^!/, ''));
  const chosen = order.flatMap((name) => columns.filter((column) => column.key === name));
  for (const [at, column] of columns.entries()) if (!chosen.includes(column)) chosen.splice(at, 0, column);
  return chosen.map((column) => ({
    column,
    hidden: hidden.has(column.key) || (column.off === true && !order.includes(column.key)),
  }));
}

/** The columns to draw. The default ones if all are hidden. */
export function shownColumns<C extends Choosable>(columns: readonly C[], code: string): readonly C[] {
  const plain = columns.some(({ off }) => off) ? columns.filter(({ off }) => !off) : columns;
  if (code === '') return plain;
  const shown = columnChoices(columns, code).filter(({ hidden }) => !hidden);
  return shown.length > 0 ? shown.map(({ column }) => column) : plain;
}

/** The text of a choice for storage and URL. Empty without a change. */
export function columnCode<C extends Choosable>(columns: readonly C[], choices: readonly ColumnChoice<C>[]): string {
  const plain = choices.every(({ column, hidden }, at) => hidden === (column.off === true) && column === columns[at]);
  return plain ? '' : choices.map(({ column, hidden }) => `${hidden ? '!' : ''}${column.key}`).join(',');
}
