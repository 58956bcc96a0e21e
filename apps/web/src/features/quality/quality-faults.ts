import { SEVERITIES, type Severity } from '@darkroom/domain/quality/figures';
import { useMemo } from 'react';
import { useFaultKinds } from '../../lib/session/lookups.ts';
import type { Quality } from './use-quality-words.ts';

/** A kind of fault with how often it was found, now and in the period before. */
export interface FaultLine {
  readonly kind: string;
  readonly name: string;
  /** As the bureau has it today; null of a kind it no longer has. */
  readonly severity: Severity | null;
  readonly n: number;
  readonly before: number;
}

const NOTHING: readonly FaultLine[] = [];

/** Faults by kind: the gravest first, then in the order of the bureau's kinds. */
export function useFaultLines(quality: Quality | undefined): readonly FaultLine[] {
  const { kinds, label } = useFaultKinds();
  return useMemo(() => {
    if (!quality) return NOTHING;
    const severity = new Map(kinds.map((kind) => [kind.key, kind.severity]));
    const place = new Map(kinds.map((kind, at) => [kind.key, at]));
    return quality.faults
      .map(({ kind, n, before }): FaultLine => ({
        kind,
        name: label(kind),
        severity: severity.get(kind) ?? null,
        n,
        before,
      }))
      .toSorted((a, b) => rank(a) - rank(b) || (place.get(a.kind) ?? 99) - (place.get(b.kind) ?? 99));
  }, [quality, kinds, label]);
}

const rank = ({ severity }: FaultLine): number => (severity ? SEVERITIES.indexOf(severity) : SEVERITIES.length);
