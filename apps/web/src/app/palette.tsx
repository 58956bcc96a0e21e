import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldedMatch } from '../ui/filter-bar-fold.ts';
import { FromHeld, type Begun, type Held } from '../ui/held-input.tsx';
import { useAim } from '../ui/use-aim.ts';
import css from './palette.module.css';
import { useActionEntries, useJobEntries, useScreenEntries, type Entry } from './palette-entries.ts';

/** Ctrl/⌘ K: screens, actions and jobs, only what one may (quality 6). A combobox over one list. */
export default function Palette({ held, onClose }: { held: Held; onClose: () => void }) {
  return <FromHeld held={held}>{(begun) => <OpenPalette begun={begun} onClose={onClose} />}</FromHeld>;
}

function OpenPalette({ begun, onClose }: { begun: Begun; onClose: () => void }) {
  const { t } = useTranslation('menu');
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState(begun.text);
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
  const choose = (entry: Entry) => {
    onClose();
    entry.run();
  };
  const {
    aimed: current,
    onKeyDown,
    aimAt,
  } = useAim({
    items: flat,
    // Jobs are asked of the server: those of the words before are not what is meant.
    ready: (entry) => jobs.state !== 'searching' || (entry !== undefined && !jobs.entries.includes(entry)),
    aimsFirst: true,
    begun,
    onTake: choose,
  });

  // Before anything else can happen: not one key falls between the field that held the place and this one.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
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
          ref={field}
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
                  onPointerMove={() => aimAt(flat.indexOf(entry))}
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
