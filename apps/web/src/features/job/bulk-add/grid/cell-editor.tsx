import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { cellText } from '@darkroom/domain/order-sheet/cell';
import type { KnownCategory, KnownCustomer, OrderLists } from '@darkroom/domain/order-sheet/lists';
import { categoriesFor, customersFor } from '@darkroom/domain/order-sheet/suggest';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Select } from 'antd';
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { byLabel } from '../../../../lib/words/by-label.ts';
import { usePriorityWord } from '../../../../lib/session/lookups.ts';
import { DayPicker } from '../../../../ui/day-picker/day-picker.tsx';
import { TextEditor, type Onward, type TextEditorProps } from '../../../../ui/grid/text-editor.tsx';
import type { CorrectedCells } from '../draft.ts';
import {
  cellsOfChoice,
  cellsOfText,
  editedText,
  editedWords,
  errorsOfRow,
  writtenWhole,
  type OrderColumn,
} from './order-columns.ts';
import styles from './order-grid.module.css';
import type { CreateCustomer } from '../sheet/use-create-customer.ts';
import type { ShownRow } from '../validation/validation.ts';

export interface CellEditorProps extends Omit<TextEditorProps, 'onSet'> {
  row: ShownRow;
  column: OrderColumn;
  lists: OrderLists;
  /** Adds unknown customers. Null without the permission. */
  creating: CreateCustomer | null;
  onMend: (cells: CorrectedCells, onward: Onward) => void;
}

/** Editor of the active cell. Only one is open at a time. */
export function CellEditor(props: CellEditorProps) {
  switch (props.column.edit) {
    case 'date':
      // Invalid dates and typed text open as text. A valid or empty date opens the calendar.
      return props.typed === undefined && (props.row.reading.job_date || editedText(props.row, props.column) === '') ? (
        <DateEditor {...props} />
      ) : (
        <TextCell {...props} />
      );
    case 'customer':
    case 'category':
    case 'priority':
      return <ChoiceEditor {...props} />;
    default:
      return <TextCell {...props} />;
  }
}

/** Runs only the first of several close actions of an editor, and none after it unmounts. */
function useOnce() {
  const isDone = useRef(false);
  useEffect(() => {
    isDone.current = false;
    return () => {
      isDone.current = true;
    };
  }, []);
  return (act: () => void) => {
    if (isDone.current) return;
    isDone.current = true;
    act();
  };
}

/** Text field above the original value of the sheet. */
function TextCell(props: CellEditorProps) {
  const { row, column, onMend } = props;
  const { t } = useTranslation('bulk');
  const said = row.bad ? writtenWhole(row, column.fields) : '';
  return (
    <>
      <TextEditor
        {...props}
        className={styles.editor}
        onSet={(text, onward) => onMend(cellsOfText(column, text), onward)}
      />
      {said !== '' && <span className={styles.message}>{t('grid.said', { text: said })}</span>}
    </>
  );
}

function DateEditor({ row, column, label, onMend, onCancel }: CellEditorProps) {
  const { t } = useTranslation('bulk');
  const close = useOnce();
  return (
    <span
      className={styles.editor}
      // Typing replaces the date, as in the other cells.
      onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') close(() => onCancel('stay'));
      }}
    >
      <DayPicker
        autoFocus
        defaultOpen
        value={row.reading.job_date}
        allowClear={false}
        aria-label={label}
        placeholder={t('grid.date')}
        onChange={(day) => day && close(() => onMend({ job_date: day }, 'down'))}
        onUnread={(text) => close(() => onMend(cellsOfText(column, text), 'down'))}
        // The date picker reports a typed date only after blur, so closing waits for it.
        onBlur={() => setTimeout(() => close(() => onCancel('stay')))}
      />
    </span>
  );
}

interface Choice {
  value: string;
  label: string;
  search: string;
}

/** Choices under a heading, or ungrouped without one. */
interface Group {
  label: string;
  options: Choice[];
}

/** Option that adds the customer of the sheet. */
const CREATE = 'create';

function ChoiceEditor({ row, column, lists, creating, typed, label, onMend, onCancel }: CellEditorProps) {
  const { t } = useTranslation('bulk');
  // An invalid value stays in the field, so that the user can correct it. Similar names are listed first.
  const said = errorsOfRow(row, column).length > 0 ? editedWords(row, column) : '';
  const [search, setSearch] = useState(typed ?? said);
  // The list clears its search when it opens. Only typed text counts.
  const written = useRef(false);
  const searched = search !== '' && search !== said;
  const close = useOnce();
  const groups = useChoices(row, column, lists);
  const offer = column.edit === 'customer' ? (creating?.offer(row) ?? null) : null;
  const options = offer
    ? withCreate(groups, { value: CREATE, label: t('grid.create', { ...offer }), search: offer.name })
    : groups;
  const now = currentChoice(row, column);
  const onward = useRef<Onward>('down');
  const choose = (value: string) =>
    close(() => {
      if (value === CREATE && offer) {
        creating?.create(offer);
        return onCancel('stay');
      }
      if (value === now) return onCancel(onward.current);
      if (column.edit === 'customer' || column.edit === 'category') {
        onMend(cellsOfChoice(column.edit, Number(value), lists), onward.current);
      } else onMend({ job_priority: value }, onward.current);
    });
  const field = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (typed === undefined) field.current?.querySelector('input')?.select();
  }, [typed]);
  return (
    <span
      ref={field}
      className={styles.editor}
      onInputCapture={() => (written.current = true)}
      onKeyDownCapture={(event) => {
        // An open list would use up the first Esc and leave an editor without a list.
        if (event.key === 'Escape') {
          event.stopPropagation();
          close(() => onCancel('stay'));
        }
        if (event.key !== 'Tab') return;
        event.preventDefault();
        onward.current = event.shiftKey ? 'left' : 'right';
        // On Tab, the list selects its first choice. This is right only after a search.
        if (searched) return;
        event.stopPropagation();
        close(() => onCancel(onward.current));
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Tab') close(() => onCancel(onward.current));
      }}
    >
      <Select<string, Group | Choice>
        autoFocus
        defaultOpen
        // Without a similar name, Enter must not select an unrelated one.
        defaultActiveFirstOption={said === '' || searched || hasNear(row, column, lists)}
        value={now}
        options={options}
        aria-label={label}
        placeholder={t('grid.search')}
        popupMatchSelectWidth={column.edit === 'priority' ? 140 : Math.min(320, window.innerWidth - 120)}
        popupRender={under(said === '' ? '' : t('grid.said', { text: writtenWhole(row, column.fields) }))}
        showSearch={{
          searchValue: search,
          onSearch: (text) => written.current && setSearch(text),
          filterOption: (query, choice) =>
            !searched || (choice !== undefined && 'search' in choice && foldedMatch(choice.search, query)),
        }}
        onSelect={choose}
        onBlur={() => setTimeout(() => close(() => onCancel('stay')))}
      />
    </span>
  );
}

/** Shows the original text of the sheet above the list. */
const under = (said: string) => (list: ReactElement) => (
  <>
    {said !== '' && <p className={styles.saidAbove}>{said}</p>}
    {list}
  </>
);

/** Places the add option before unrelated choices, and never first, where Enter would select it unseen. */
const withCreate = (groups: readonly (Group | Choice)[], create: Choice): (Group | Choice)[] =>
  groups.length > 1 ? [...groups.slice(0, -1), create, ...groups.slice(-1)] : [...groups, create];

/** Choices of a column. For an unknown name, similar names come first, then the others of the same parent. */
function useChoices(row: ShownRow, column: OrderColumn, lists: OrderLists): (Group | Choice)[] {
  const { t } = useTranslation('bulk');
  const priorityWord = usePriorityWord();
  return useMemo(() => {
    const of = (id: number, names: readonly string[], separator: string): Choice => ({
      value: String(id),
      label: names.slice(1).join(separator),
      search: names.join(' '),
    });
    const bad = errorsOfRow(row, column).length > 0;
    const grouped = (parts: readonly (readonly [string, Choice[]])[]): (Group | Choice)[] => {
      const filled = parts.filter(([, options]) => options.length > 0);
      return filled.length > 1
        ? filled.map(([heading, options]) => ({ label: heading, options }))
        : filled.flatMap(([, options]) => options);
    };
    if (column.edit === 'customer') {
      const choice = ({ customer2_id, names }: KnownCustomer) => of(customer2_id, names, ' › ');
      if (!bad) return lists.customers.map(choice).toSorted(byLabel);
      const { near, under, rest } = customersFor(row.sheet, lists);
      return grouped([
        [t('grid.near'), near.map(choice)],
        [t('grid.under', { name: cellText(row.sheet.cells.customer1) }), under.map(choice).toSorted(byLabel)],
        [t('grid.rest'), rest.map(choice).toSorted(byLabel)],
      ]);
    }
    if (column.edit === 'category') {
      const choice = ({ service_cat2_id, names }: KnownCategory) => of(service_cat2_id, names, ' / ');
      const { near, rest } = categoriesFor(row.sheet, lists);
      if (!bad)
        return lists.categories
          .filter((one) => one.enabled)
          .map(choice)
          .toSorted(byLabel);
      return grouped([
        [t('grid.near'), near.map(choice)],
        [t('grid.rest'), rest.map(choice).toSorted(byLabel)],
      ]);
    }
    const words = JOB_PRIORITIES.map((value) => ({ value: value as string, label: priorityWord(value) }));
    return [{ value: '', label: t('ordinary') }, ...words].map((word) => ({ ...word, search: word.label }));
  }, [row, column, lists, priorityWord, t]);
}

/** Whether a choice is similar to the sheet's text. Columns without names have few choices, so all count as similar. */
function hasNear(row: ShownRow, column: OrderColumn, lists: OrderLists): boolean {
  if (column.edit === 'customer') return customersFor(row.sheet, lists).near.length > 0;
  return column.edit !== 'category' || categoriesFor(row.sheet, lists).near.length > 0;
}

function currentChoice(row: ShownRow, column: OrderColumn): string | undefined {
  const { customer, category, job_priority } = row.reading;
  if (column.edit === 'customer') return customer ? String(customer.customer2_id) : undefined;
  if (column.edit === 'category') return category ? String(category.service_cat2_id) : undefined;
  return job_priority ?? (row.problems.some((p) => p.field === 'job_priority') ? undefined : '');
}
