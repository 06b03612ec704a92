/**
 * The two channels of the bridge, whatever commands are added. Apart from the contract, so that the
 * preload does not carry its schemas.
 */
export const REQUEST_CHANNEL = 'afm:request'
export const EVENT_CHANNEL = 'afm:event'
