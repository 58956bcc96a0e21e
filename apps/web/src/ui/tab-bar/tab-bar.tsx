import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import css from './tab-bar.module.css';

interface TabBarProps<K extends string> {
  /** The id of its panel: one of its own on the page. */
  name: string;
  tabs: readonly { key: K; label: ReactNode }[];
  active: K;
  onChange: (key: K) => void;
  /** Closer together than they would be: several with their counts on a phone. */
  close?: boolean;
  className?: string | undefined;
}

/** What makes an element the panel of a bar's open tab, which it is then named by. */
export const panelOf = (name: string, active: string) =>
  ({ id: name, role: 'tabpanel', 'aria-labelledby': `${name}-${active}` }) as const;

/** Where a key leads from a tab, of so many; undefined: the key is somebody else's. */
const STEPS: Partial<Record<string, (from: number, count: number) => number>> = {
  ArrowRight: (from, count) => (from + 1) % count,
  ArrowLeft: (from, count) => (from - 1 + count) % count,
  Home: () => 0,
  End: (_from, count) => count - 1,
};

/**
 * Lists of one page, of which one is shown (the tabs pattern of WAI-ARIA): arrows lead from one to the next, Enter or Space opens it. Where
 * there is no room they scroll sideways, the open one in sight. Why not Ant Design's: decision 111.
 */
export function TabBar<K extends string>({ name, tabs, active, onChange, close, className }: TabBarProps<K>) {
  const bar = useRef<HTMLDivElement>(null);
  const open = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const tab = open.current;
    if (!bar.current || !tab) return;
    const { scrollLeft, clientWidth } = bar.current;
    const left = tab.offsetLeft - bar.current.offsetLeft;
    if (left < scrollLeft || left + tab.offsetWidth > scrollLeft + clientWidth) bar.current.scrollLeft = left;
  }, [active, tabs.length]);

  const lead = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...event.currentTarget.children];
    const from = all.findIndex((one) => one === event.target);
    const to = from < 0 || event.ctrlKey || event.metaKey || event.altKey ? undefined : STEPS[event.key];
    if (!to) return;
    event.preventDefault();
    const tab = all[to(from, all.length)];
    if (tab instanceof HTMLElement) tab.focus();
  };

  return (
    <div ref={bar} role="tablist" className={`${css.bar} ${close ? 'gap-12' : ''} ${className ?? ''}`} onKeyDown={lead}>
      {tabs.map(({ key, label }) => (
        <button
          key={key}
          ref={key === active ? open : undefined}
          type="button"
          role="tab"
          id={`${name}-${key}`}
          aria-controls={name}
          aria-selected={key === active}
          tabIndex={key === active ? 0 : -1}
          className={css.tab}
          onClick={() => key !== active && onChange(key)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
