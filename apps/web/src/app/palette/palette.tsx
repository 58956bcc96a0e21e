import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import type { ScreenAction } from '../../lib/screen-actions.ts';
import { useBackCloses } from '../../ui/overlay/back-closes.ts';
import { useListNavigation } from '../../ui/input/use-list-navigation.ts';
import listCss from './palette-list.module.css';
import css from './palette.module.css';
import {
  useActionEntries,
  useEntryBuilder,
  useCanOpen,
  useRecordActionEntries,
  useScreenEntries,
  type Entry,
} from './palette-entries.ts';
import { scoreMatch, rankGroups, type Group } from './palette-rank.ts';
import { useRecent } from './palette-recent.ts';
import { useRecords } from './palette-search.ts';

interface PaletteProps {
  /** Actions on the record that was open when the palette opened. */
  offered: readonly ScreenAction[];
  onClose: () => void;
}

/** Ctrl/⌘ K: screens, records and the actions of the open record, as permissions allow (quality 6). A combobox with one list. */
export function Palette({ offered, onClose }: PaletteProps) {
  const { t } = useTranslation('menu');
  useBackCloses(onClose, true);
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const groups = useGroups(text, offered);
  const { state } = groups;
  const flatEntries = groups.shown.flatMap((group) => group.entries);
  const { remember } = useRecent();
  const choose = (entry: Entry) => {
    if (entry.blockedReason !== undefined) return;
    onClose();
    if (entry.place) remember(entry.place);
    entry.run();
  };
  const {
    activeItem: current,
    onKeyDown,
    setActiveIndex: aimAt,
  } = useListNavigation({
    items: flatEntries,
    // The server returns the records. Results for the previous text are ignored.
    ready: (entry) => state !== 'searching' || (entry !== undefined && !groups.serverEntries.has(entry)),
    startsAtFirst: true,
    onSelect: choose,
  });

  // A layout effect, so that no key is lost before the field exists.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Closing the dialog while it is in the page restores the focus.
    return () => shown?.close();
  }, []);
  useEffect(() => {
    if (current) document.getElementById(`${listId}-${current.key}`)?.scrollIntoView({ block: 'nearest' });
  }, [current, listId]);

  return (
    <dialog
      ref={dialog}
      className={css.palette}
      aria-label={t('palette.title')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={css.body}>
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current ? `${listId}-${current.key}` : undefined}
          aria-label={t('palette.hint')}
          placeholder={t('palette.hint')}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            aimAt(null);
          }}
          onKeyDown={onKeyDown}
        />
        <div role="listbox" id={listId} aria-label={t('palette.title')} className={listCss.list}>
          {groups.shown.map((group) => (
            <div role="group" key={group.name} aria-labelledby={`${listId}-${group.name}`}>
              <div className={listCss.group} id={`${listId}-${group.name}`}>
                {t(`palette.${group.name}`)}
              </div>
              {group.entries.map((entry) => (
                <div
                  role="option"
                  key={entry.key}
                  id={`${listId}-${entry.key}`}
                  aria-selected={entry === current}
                  aria-disabled={entry.blockedReason !== undefined || undefined}
                  onPointerMove={() => aimAt(flatEntries.indexOf(entry))}
                  onClick={() => choose(entry)}
                >
                  <span className={listCss.label}>{entry.label}</span>
                  {entry.note ? <span className="muted">{entry.note}</span> : null}
                  {entry.shortcut ? <kbd className={listCss.key}>{entry.shortcut}</kbd> : null}
                </div>
              ))}
            </div>
          ))}
        </div>
        <p className={`${listCss.foot} muted`} role="status">
          {getStateText()}
        </p>
      </div>
    </dialog>
  );

  function getStateText(): string {
    if (state === 'searching') return t('palette.searching');
    if (state === 'failed') return t('palette.failed');
    return flatEntries.length > 0 ? t('palette.keys') : t('palette.nothing', { query: text });
  }
}

interface Groups {
  shown: Group<Entry>[];
  /** Entries from a server search. */
  serverEntries: ReadonlySet<Entry>;
  state: ReturnType<typeof useRecords>['state'];
}

/** Returns the groups for a text. Without text: recent entries and the actions available here. */
function useGroups(text: string, offered: readonly ScreenAction[]): Groups {
  const screens = useScreenEntries();
  const actions = useActionEntries();
  const screenActions = useRecordActionEntries(offered);
  const records = useRecords(text);
  const { places } = useRecent();
  const canOpen = useCanOpen();
  const toEntry = useEntryBuilder();
  return useMemo(() => {
    const filterByName = (entries: readonly Entry[]) => entries.filter(({ names }) => scoreMatch(names, text) > 0);
    const recordGroups = records.groups.map(({ name, entries }): Group<Entry> => ({
      name,
      entries: entries.map(toEntry),
    }));
    const recent = places.filter(({ to }) => canOpen(to)).map(toEntry);
    const hasText = text.trim() !== '';
    const groups: Group<Entry>[] = [
      { name: 'recent', entries: hasText ? [] : recent },
      { name: 'here', entries: filterByName(screenActions) },
      { name: 'screens', entries: filterByName(screens) },
      ...recordGroups,
      { name: 'actions', entries: filterByName(actions) },
    ];
    const all = groups.filter(({ entries }) => entries.length > 0);
    const serverEntries = new Set(
      recordGroups.filter(({ name }) => SERVER_GROUPS.includes(name)).flatMap(({ entries }) => entries),
    );
    return { shown: hasText ? rankGroups(all, text) : all, serverEntries, state: records.state };
  }, [text, screens, actions, screenActions, records, places, canOpen, toEntry]);
}

const SERVER_GROUPS: readonly string[] = ['jobs', 'tasks', 'requests'];
