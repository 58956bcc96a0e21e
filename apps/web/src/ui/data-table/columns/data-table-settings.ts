import { DENSITIES, type Density } from '@darkroom/contract/setting';
import { viewEndpoints } from '@darkroom/contract/view';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { call } from '../../../lib/api/api.ts';
import { getErrorMessage } from '../../../lib/errors/error-message.ts';
import { useJobTaskSetting } from '../../../lib/session/lookups.ts';
import { query } from '../../../lib/api/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { useToast } from '../../../lib/toast.ts';
import { MIN_WIDTH, MAX_WIDTH, type UserWidths } from './data-table-widths.ts';

/** A user's settings of a list. `columns` reads `status,job,!qcs`: the order, with a mark on hidden columns. */
export interface TableSettings {
  columns: string;
  density: Density;
  widths: UserWidths;
}

const DEFAULTS: TableSettings = { columns: '', density: 'compact', widths: {} };

/** Returns the user's settings of one list (`table.<list>`) and their setter. Changes apply immediately and are saved on the server. */
export function useTableSettings(list: string | undefined) {
  const client = useQueryClient();
  const toast = useToast();
  const { t } = useTranslation(['errors']);
  const options = query(viewEndpoints.preferences, {});
  const { data, isPending } = useQuery({ ...options, enabled: list !== undefined });
  const key = `table.${list}`;
  const isStaff = useActor().account === 'staff';
  const bureauDisplay = useJobTaskSetting('display', list !== undefined && isStaff);
  const ownDensity = readDensity(data?.[key]);
  const stored = data?.[key];
  const widths = useMemo(() => readWidths(stored), [stored]);
  const settings: TableSettings = {
    columns: readColumns(stored),
    density: ownDensity ?? bureauDisplay?.density ?? DEFAULTS.density,
    widths,
  };
  const saveSettings = (patch: Partial<TableSettings>) => {
    // The bureau's default is not the user's choice.
    const value = { columns: settings.columns, widths, ...(ownDensity && { density: ownDensity }), ...patch };
    client.setQueryData(options.queryKey, (all) => ({ ...all, [key]: value }));
    call(viewEndpoints.setPreference, { key, value }).catch((error: unknown) => {
      toast.error(getErrorMessage(error, t));
      void client.invalidateQueries({ queryKey: options.queryKey });
    });
  };
  return { settings, saveSettings, isLoaded: list === undefined || !isPending };
}

const toPartialSettings = (value: unknown) => (value ?? {}) as Partial<Record<keyof TableSettings, unknown>>;

function readColumns(value: unknown): string {
  const { columns } = toPartialSettings(value);
  return typeof columns === 'string' ? columns : DEFAULTS.columns;
}

function readDensity(value: unknown): Density | null {
  const { density } = toPartialSettings(value);
  return DENSITIES.find((item) => item === density) ?? null;
}

function readWidths(value: unknown): UserWidths {
  const { widths } = toPartialSettings(value);
  if (typeof widths !== 'object' || widths === null) return DEFAULTS.widths;
  const isValidWidth = (width: unknown) => typeof width === 'number' && width >= MIN_WIDTH && width <= MAX_WIDTH;
  return Object.fromEntries(Object.entries(widths).filter(([, width]) => isValidWidth(width)));
}

/** The parts of a column that a choice needs. */
interface Choosable {
  readonly key: string;
  readonly off?: boolean;
}

export interface ColumnChoice<C> {
  column: C;
  hidden: boolean;
}

/**
 * Returns all columns in the chosen order, including the hidden columns. New columns and those of another set have no choice, and their
 * position does not change.
 */
export function toColumnChoices<C extends Choosable>(columns: readonly C[], code: string): ColumnChoice<C>[] {
  const keys = code.split(',').filter(Boolean);
  const hidden = new Set(keys.filter((name) => name.startsWith('!')).map((name) => name.slice(1)));
  const order = keys.map((name) => name.replace(/^!/, ''));
  const ordered = order.flatMap((name) => columns.filter((column) => column.key === name));
  for (const [index, column] of columns.entries()) if (!ordered.includes(column)) ordered.splice(index, 0, column);
  return ordered.map((column) => ({
    column,
    hidden: hidden.has(column.key) || (column.off === true && !order.includes(column.key)),
  }));
}

/** Returns the columns to draw. The default columns if all are hidden. */
export function getShownColumns<C extends Choosable>(columns: readonly C[], code: string): readonly C[] {
  const defaults = columns.some(({ off }) => off) ? columns.filter(({ off }) => !off) : columns;
  if (code === '') return defaults;
  const shown = toColumnChoices(columns, code).filter(({ hidden }) => !hidden);
  return shown.length > 0 ? shown.map(({ column }) => column) : defaults;
}

/** Encodes a choice for storage and URL. Empty without a change. */
export function encodeColumns<C extends Choosable>(columns: readonly C[], choices: readonly ColumnChoice<C>[]): string {
  const isDefault = choices.every(
    ({ column, hidden }, index) => hidden === (column.off === true) && column === columns[index],
  );
  return isDefault ? '' : choices.map(({ column, hidden }) => `${hidden ? '!' : ''}${column.key}`).join(',');
}
