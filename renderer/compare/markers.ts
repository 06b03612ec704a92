/**
 * The marker of each style, as an SVG path of about unit radius around 0: models are told apart by shape as
 * well, since colour alone tells nothing to many. The last one is for the models beyond the sixth.
 */
export const MARKERS: readonly string[] = [
  'M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z',
  'M-.88-.88H.88V.88H-.88Z',
  'M0-1.15L1.1.8H-1.1Z',
  'M0-1.25L1.05 0L0 1.25L-1.05 0Z',
  'M0 1.15L1.1-.8H-1.1Z',
  'M-.36-1.15H.36V-.36H1.15V.36H.36V1.15H-.36V.36H-1.15V-.36H-.36Z',
  'M-1.05-.6L-.6-1.05L0-.45L.6-1.05L1.05-.6L.45 0L1.05.6L.6 1.05L0 .45L-.6 1.05L-1.05.6L-.45 0Z',
]

/** The custom properties that hold the colours of the styles, in their order. */
export const MARKER_COLOURS = ['rate', 'power', 'bw', 'util', 'pink', 'gold', 'dim'] as const
