import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { cellText } from '@darkroom/domain/order-sheet/cell';
import type { KnownCategory, KnownCustomer, OrderLists } from '@darkroom/domain/order-sheet/lists';
import { suggestCategories, suggestCustomers } from '@darkroom/domain/order-sheet/suggest';
import { foldedMatch } from '@darkroom/domain/text/fold';
import { Select } from 'antd';
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { useTranslation } from '../../../../lib/i18n/use-translation.tsx';
import { byLabel } from '../../../../lib/i18n/by-label.ts';
import { usePriorityLabel } from '../../../../lib/session/lookups.ts';
import { DayPicker } from '../../../../ui/day-picker/day-picker.tsx';
import { TextEditor, type NextCell, type TextEditorProps } from '../../../../ui/grid/text-editor.tsx';
import type { CorrectedCells } from '../draft.ts';
import {
  toCells,
  parseCells,
  getInitialText,
  getInitialSearch,
  findCellErrors,
  getFullSheetText,
  type OrderColumn,
} from './order-columns.ts';
import styles from './order-grid.module.css';
import type { CustomerCreator } from '../sheet/use-customer-creator.ts';
import type { OrderGridRow } from '../validation/validation.ts';

export interface CellEditorProps extends Omit<TextEditorProps, 'onSet'> {
  row: OrderGridRow;
  column: OrderColumn;
  lists: OrderLists;
  /** Adds unknown customers. Null if the user has no permission. */
  customerCreator: CustomerCreator | null;
  onCorrect: (cells: CorrectedCells, onward: NextCell) => void;
}

/** Editor of the active cell. Only one is open at a time. */
export function CellEditor(props: CellEditorProps) {
  switch (props.column.edit) {
    case 'date':
      // Invalid dates and typed text open as text. A valid or empty date opens the calendar.
      return props.typed === undefined &&
        (props.row.reading.job_date || getInitialText(props.row, props.column) === '') ? (
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
function useRunOnce() {
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
  const { row, column, onCorrect } = props;
  const { t } = useTranslation('bulk');
  const originalText = row.hasProblem ? getFullSheetText(row, column.fields) : '';
  return (
    <>
      <TextEditor
        {...props}
        className={styles.editor}
        onSet={(text, onward) => onCorrect(parseCells(column, text), onward)}
      />
      {originalText !== '' && <span className={styles.message}>{t('grid.original', { text: originalText })}</span>}
    </>
  );
}

function DateEditor({ row, column, label, onCorrect, onCancel }: CellEditorProps) {
  const { t } = useTranslation('bulk');
  const closeOnce = useRunOnce();
  return (
    <span
      className={styles.editor}
      // Typing replaces the date, as in the other cells.
      onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') closeOnce(() => onCancel('stay'));
      }}
    >
      <DayPicker
        autoFocus
        defaultOpen
        value={row.reading.job_date}
        allowClear={false}
        aria-label={label}
        placeholder={t('grid.date')}
        onChange={(day) => day && closeOnce(() => onCorrect({ job_date: day }, 'down'))}
        onInvalidText={(text) => closeOnce(() => onCorrect(parseCells(column, text), 'down'))}
        // The date picker reports a typed date only after blur, so closing waits for it.
        onBlur={() => setTimeout(() => closeOnce(() => onCancel('stay')))}
      />
    </span>
  );
}

interface Choice {
  value: string;
  label: string;
  search: string;
}

/** Choices under a heading. Ungrouped if there is no heading. */
interface Group {
  label: string;
  options: Choice[];
}

/** Option that adds the customer of the sheet. */
const CREATE_CUSTOMER = 'create';

function ChoiceEditor({ row, column, lists, customerCreator, typed, label, onCorrect, onCancel }: CellEditorProps) {
  const { t } = useTranslation('bulk');
  // An invalid value stays in the field, so that the user can correct it. Similar names are listed first.
  const originalText = findCellErrors(row, column).length > 0 ? getInitialSearch(row, column) : '';
  const [search, setSearch] = useState(typed ?? originalText);
  // The list clears its search when it opens. Only typed text counts.
  const hasTyped = useRef(false);
  const isSearching = search !== '' && search !== originalText;
  const closeOnce = useRunOnce();
  const groups = useChoices(row, column, lists);
  const newCustomer = column.edit === 'customer' ? (customerCreator?.findNewCustomer(row) ?? null) : null;
  const options = newCustomer
    ? withCreateOption(groups, {
        value: CREATE_CUSTOMER,
        label: t('grid.create', { ...newCustomer }),
        search: newCustomer.name,
      })
    : groups;
  const currentValue = getCurrentValue(row, column);
  const onward = useRef<NextCell>('down');
  const selectValue = (value: string) =>
    closeOnce(() => {
      if (value === CREATE_CUSTOMER && newCustomer) {
        customerCreator?.create(newCustomer);
        return onCancel('stay');
      }
      if (value === currentValue) return onCancel(onward.current);
      if (column.edit === 'customer' || column.edit === 'category') {
        onCorrect(toCells(column.edit, Number(value), lists), onward.current);
      } else onCorrect({ job_priority: value }, onward.current);
    });
  const field = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (typed === undefined) field.current?.querySelector('input')?.select();
  }, [typed]);
  return (
    <span
      ref={field}
      className={styles.editor}
      onInputCapture={() => (hasTyped.current = true)}
      onKeyDownCapture={(event) => {
        // An open list would use up the first Esc and leave an editor without a list.
        if (event.key === 'Escape') {
          event.stopPropagation();
          closeOnce(() => onCancel('stay'));
        }
        if (event.key !== 'Tab') return;
        event.preventDefault();
        onward.current = event.shiftKey ? 'left' : 'right';
        // On Tab, the list selects its first choice. This is right only after a search.
        if (isSearching) return;
        event.stopPropagation();
        closeOnce(() => onCancel(onward.current));
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Tab') closeOnce(() => onCancel(onward.current));
      }}
    >
      <Select<string, Group | Choice>
        autoFocus
        defaultOpen
        // Without a similar name, Enter must not select an unrelated name.
        defaultActiveFirstOption={originalText === '' || isSearching || hasSimilarName(row, column, lists)}
        value={currentValue}
        options={options}
        aria-label={label}
        placeholder={t('grid.search')}
        popupMatchSelectWidth={column.edit === 'priority' ? 140 : Math.min(320, window.innerWidth - 120)}
        popupRender={withOriginalText(
          originalText === '' ? '' : t('grid.original', { text: getFullSheetText(row, column.fields) }),
        )}
        showSearch={{
          searchValue: search,
          onSearch: (text) => hasTyped.current && setSearch(text),
          filterOption: (query, choice) =>
            !isSearching || (choice !== undefined && 'search' in choice && foldedMatch(choice.search, query)),
        }}
        onSelect={selectValue}
        onBlur={() => setTimeout(() => closeOnce(() => onCancel('stay')))}
      />
    </span>
  );
}

/** Shows the original text of the sheet above the list. */
const withOriginalText = (originalText: string) => (list: ReactElement) => (
  <>
    {originalText !== '' && <p className={styles.originalText}>{originalText}</p>}
    {list}
  </>
);

/** Adds the add option before unrelated choices. It is never first, because Enter would select it unseen. */
const withCreateOption = (groups: readonly (Group | Choice)[], createOption: Choice): (Group | Choice)[] =>
  groups.length > 1 ? [...groups.slice(0, -1), createOption, ...groups.slice(-1)] : [...groups, createOption];

/** Returns the choices of a column. For an unknown name, similar names are first, then the others of the same parent. */
function useChoices(row: OrderGridRow, column: OrderColumn, lists: OrderLists): (Group | Choice)[] {
  const { t } = useTranslation('bulk');
  const priorityWord = usePriorityLabel();
  return useMemo(() => {
    const toChoice = (id: number, names: readonly string[], separator: string): Choice => ({
      value: String(id),
      label: names.slice(1).join(separator),
      search: names.join(' '),
    });
    const hasErrors = findCellErrors(row, column).length > 0;
    const toGroups = (parts: readonly (readonly [string, Choice[]])[]): (Group | Choice)[] => {
      const nonEmptyParts = parts.filter(([, options]) => options.length > 0);
      return nonEmptyParts.length > 1
        ? nonEmptyParts.map(([heading, options]) => ({ label: heading, options }))
        : nonEmptyParts.flatMap(([, options]) => options);
    };
    if (column.edit === 'customer') {
      const choice = ({ customer2_id, names }: KnownCustomer) => toChoice(customer2_id, names, ' › ');
      if (!hasErrors) return lists.customers.map(choice).toSorted(byLabel);
      const { near, under, rest } = suggestCustomers(row.sheet, lists);
      return toGroups([
        [t('grid.near'), near.map(choice)],
        [t('grid.under', { name: cellText(row.sheet.cells.customer1) }), under.map(choice).toSorted(byLabel)],
        [t('grid.rest'), rest.map(choice).toSorted(byLabel)],
      ]);
    }
    if (column.edit === 'category') {
      const choice = ({ service_cat2_id, names }: KnownCategory) => toChoice(service_cat2_id, names, ' / ');
      const { near, rest } = suggestCategories(row.sheet, lists);
      if (!hasErrors)
        return lists.categories
          .filter((category) => category.enabled)
          .map(choice)
          .toSorted(byLabel);
      return toGroups([
        [t('grid.near'), near.map(choice)],
        [t('grid.rest'), rest.map(choice).toSorted(byLabel)],
      ]);
    }
    const words = JOB_PRIORITIES.map((value) => ({ value: value as string, label: priorityWord(value) }));
    return [{ value: '', label: t('ordinary') }, ...words].map((word) => ({ ...word, search: word.label }));
  }, [row, column, lists, priorityWord, t]);
}

/** True if a choice is similar to the sheet's text. Columns without names have few choices, so all count as similar. */
function hasSimilarName(row: OrderGridRow, column: OrderColumn, lists: OrderLists): boolean {
  if (column.edit === 'customer') return suggestCustomers(row.sheet, lists).near.length > 0;
  return column.edit !== 'category' || suggestCategories(row.sheet, lists).near.length > 0;
}

function getCurrentValue(row: OrderGridRow, column: OrderColumn): string | undefined {
  const { customer, category, job_priority } = row.reading;
  if (column.edit === 'customer') return customer ? String(customer.customer2_id) : undefined;
  if (column.edit === 'category') return category ? String(category.service_cat2_id) : undefined;
  return job_priority ?? (row.problems.some((p) => p.field === 'job_priority') ? undefined : '');
}
