import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { foldedMatch } from '../ui/filter-bar-fold.ts';
import css from './palette.module.css';
import { useActionEntries, useJobEntries, useScreenEntries, type Entry } from './palette-entries.ts';

/** Ctrl/⌘ K: screens, actions and jobs, only what one may (quality 6). A combobox over one list. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('menu');
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const screens = useScreenEntries();
  const actions = useActionEntries();
  const jobs = useJobEntries(text);
  const groups = useMemo(
    () =>
      [
        { name: 'screens', entries: screens.filter((entry) => foldedMatch(entry.search, text)) },
        { name: 'actions', entries: actions.filter((entry) => foldedMatch(entry.search, text)) },
        { name: 'jobs', entries: jobs.entries },
      ].filter((group) => group.entries.length > 0),
    [screens, actions, jobs.entries, text],
  );
  const flat = groups.flatMap((group) => group.entries);
  const current = flat[Math.min(active, flat.length - 1)];

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (current) document.getElementById(`${listId}-${current.key}`)?.scrollIntoView({ block: 'nearest' });
  }, [current, listId]);

  const choose = (entry: Entry) => {
    onClose();
    entry.run();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((index) => (flat.length ? (Math.min(index, flat.length - 1) + step + flat.length) % flat.length : 0));
    } else if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(current);
    }
  };
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
            setActive(0);
          }}
          onKeyDown={onKey}
        />
        <div role="listbox" id={listId} aria-label={t('palette.title')} className={css.list}>
          {groups.map((group) => (
            <div role="group" key={group.name} aria-labelledby={`${listId}-${group.name}`}>
              <div className={css.group} id={`${listId}-${group.name}`}>
                {t(`palette.${group.name}`)}
              </div>
              {group.entries.map((entry) => (
                <div
                  role="option"
                  key={entry.key}
                  id={`${listId}-${entry.key}`}
                  aria-selected={entry === current}
                  onPointerMove={() => setActive(flat.indexOf(entry))}
                  onClick={() => choose(entry)}
                >
                  <span>{entry.label}</span>
                  {entry.note ? <span className="quiet">{entry.note}</span> : null}
                </div>
              ))}
            </div>
          ))}
        </div>
        <p className={`${css.foot} quiet`} role="status">
          {stateOf()}
        </p>
      </div>
    </dialog>
  );

  function stateOf(): string {
    if (jobs.state === 'searching') return t('palette.searching');
    if (jobs.state === 'failed') return t('palette.failed');
    return flat.length > 0 ? t('palette.keys') : t('palette.nothing', { query: text });
  }
}
