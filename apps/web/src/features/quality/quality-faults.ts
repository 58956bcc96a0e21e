import { SEVERITIES, type Severity } from '@darkroom/domain/quality/figures';
import { useMemo } from 'react';
import { useFaultKinds } from '../../lib/session/lookups.ts';
import type { QualityReport } from './use-quality-texts.ts';

/** A fault type with its number of faults, in this and the previous period. */
export interface FaultLine {
  readonly kind: string;
  readonly name: string;
  /** Current severity in the settings. Null if the fault type was deleted. */
  readonly severity: Severity | null;
  readonly n: number;
  readonly before: number;
}

const NO_LINES: readonly FaultLine[] = [];

/** Returns the faults by type: the most severe first, then in the order of the settings. */
export function useFaultLines(quality: QualityReport | undefined): readonly FaultLine[] {
  const { kinds, label } = useFaultKinds();
  return useMemo(() => {
    if (!quality) return NO_LINES;
    const severity = new Map(kinds.map((kind) => [kind.key, kind.severity]));
    const position = new Map(kinds.map((kind, index) => [kind.key, index]));
    return quality.faults
      .map(({ kind, n, before }): FaultLine => ({
        kind,
        name: label(kind),
        severity: severity.get(kind) ?? null,
        n,
        before,
      }))
      .toSorted(
        (a, b) => rankSeverity(a) - rankSeverity(b) || (position.get(a.kind) ?? 99) - (position.get(b.kind) ?? 99),
      );
  }, [quality, kinds, label]);
}

const rankSeverity = ({ severity }: FaultLine): number => (severity ? SEVERITIES.indexOf(severity) : SEVERITIES.length);
