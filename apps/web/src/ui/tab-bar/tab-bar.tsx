import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import css from './tab-bar.module.css';

interface TabBarProps<K extends string> {
  /** Name of the bar, unique on the page. Its panel's id is made from it. */
  name: string;
  tabs: readonly { key: K; label: ReactNode }[];
  active: K;
  onChange: (key: K) => void;
  /** True for a narrow form of several tabs with counts on a phone. */
  isDense?: boolean;
  className?: string | undefined;
}

/** Returns the attributes that make an element the panel of the open tab. */
export const getPanelProps = (name: string, active: string) =>
  ({ id: name, role: 'tabpanel', 'aria-labelledby': `${name}-${active}` }) as const;

/** The target of a key, by index and number of tabs. Undefined for other keys. */
const KEY_TARGETS: Partial<Record<string, (from: number, count: number) => number>> = {
  ArrowRight: (from, count) => (from + 1) % count,
  ArrowLeft: (from, count) => (from - 1 + count) % count,
  Home: () => 0,
  End: (_from, count) => count - 1,
};

/** Tabs of one page (the tabs pattern of WAI-ARIA): arrows move, Enter or Space opens. Ant Design's tabs are not used (decision 111). */
export function TabBar<K extends string>({ name, tabs, active, onChange, isDense, className }: TabBarProps<K>) {
  const bar = useRef<HTMLDivElement>(null);
  const open = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const tab = open.current;
    if (!bar.current || !tab) return;
    const { scrollLeft, clientWidth } = bar.current;
    const left = tab.offsetLeft - bar.current.offsetLeft;
    if (left < scrollLeft || left + tab.offsetWidth > scrollLeft + clientWidth) bar.current.scrollLeft = left;
  }, [active, tabs.length]);

  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...event.currentTarget.children];
    const from = all.findIndex((item) => item === event.target);
    const to = from < 0 || event.ctrlKey || event.metaKey || event.altKey ? undefined : KEY_TARGETS[event.key];
    if (!to) return;
    event.preventDefault();
    const tab = all[to(from, all.length)];
    if (tab instanceof HTMLElement) tab.focus();
  };

  return (
    <div
      ref={bar}
      role="tablist"
      className={`${css.bar} ${isDense ? 'gap-12' : ''} ${className ?? ''}`}
      onKeyDown={moveFocus}
    >
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
