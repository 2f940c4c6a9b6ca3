//! Counts the frames of a WebSocket before anything handles them. Pings, pongs and parts of a message cost the server as
//! much as a whole message, but the WebSocket library reports some of them late or not at all.

use super::limit::Bucket;

/// Finds the frames in the bytes of a connection, however they are split (RFC 6455, 5.2).
#[derive(Debug, Default)]
pub struct FrameMeter(At);

#[derive(Debug, Default)]
enum At {
    #[default]
    FirstByte,
    SecondByte,
    /// In a length of 2 or 8 bytes.
    Length {
        left: u8,
        length: u64,
        mask: u64,
    },
    /// In the mask and the payload.
    Payload {
        left: u64,
    },
}

impl FrameMeter {
    /// The number of frames that begin in these bytes.
    pub fn skim(&mut self, mut bytes: &[u8]) -> u32 {
        let mut frames = 0;
        while let [first, rest @ ..] = bytes {
            self.0 = match self.0 {
                At::FirstByte => {
                    frames += 1;
                    bytes = rest;
                    At::SecondByte
                }
                At::SecondByte => {
                    bytes = rest;
                    let mask = if first & 0x80 == 0 { 0 } else { 4 };
                    match first & 0x7f {
                        126 => At::Length { left: 2, length: 0, mask },
                        127 => At::Length { left: 8, length: 0, mask },
                        length => At::payload(mask + u64::from(length)),
                    }
                }
                At::Length { left, length, mask } => {
                    bytes = rest;
                    let (left, length) = (left - 1, length << 8 | u64::from(*first));
                    if left == 0 {
                        At::payload(length.saturating_add(mask))
                    } else {
                        At::Length { left, length, mask }
                    }
                }
                At::Payload { left } => {
                    let here = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
                    bytes = &bytes[here..];
                    At::payload(left - here as u64)
                }
            };
        }
        frames
    }
}

impl At {
    fn payload(left: u64) -> At {
        if left == 0 { At::FirstByte } else { At::Payload { left } }
    }
}

/// How many frames a client may send: so many a second, and a burst of four times that.
#[derive(Debug)]
pub struct Allowance {
    meter: FrameMeter,
    bucket: Bucket,
    a_second: f64,
    is_used_up: bool,
}

impl Allowance {
    pub fn new(a_second: u32) -> Allowance {
        let a_second = f64::from(a_second);
        let bucket = Bucket::full(4.0 * a_second);
        Allowance { meter: FrameMeter::default(), bucket, a_second, is_used_up: false }
    }

    /// Takes a token for each frame in these bytes; false if there were not enough.
    pub fn take(&mut self, bytes: &[u8]) -> bool {
        for _ in 0..self.meter.skim(bytes) {
            self.is_used_up |= !self.bucket.take(4.0 * self.a_second, self.a_second);
        }
        !self.is_used_up
    }

    pub fn is_used_up(&self) -> bool {
        self.is_used_up
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame with a payload of this length, in the shortest form or a longer one.
    fn frame(first: u8, masked: bool, form: u8, length: usize) -> Vec<u8> {
        let mask = if masked { 0x80 } else { 0 };
        let mut frame = match form {
            126 => [&[first, mask | 126][..], &(length as u16).to_be_bytes()].concat(),
            127 => [&[first, mask | 127][..], &(length as u64).to_be_bytes()].concat(),
            _ => vec![first, mask | length as u8],
        };
        // Looks like the beginnings of frames, which must not count.
        frame.extend([0x89, 0x80, 0x81, 0x00].iter().cycle().take(length + usize::from(mask / 0x20)));
        frame
    }

    /// Frames of every kind, each length form, masked and not.
    fn frames() -> Vec<Vec<u8>> {
        let mut frames = Vec::new();
        for first in [0x81, 0x01, 0x00, 0x80, 0x82, 0x88, 0x89, 0x8a] {
            for masked in [true, false] {
                for length in [0, 1, 125] {
                    frames.push(frame(first, masked, 0, length));
                }
                for length in [0, 126, 300] {
                    frames.push(frame(first, masked, 126, length));
                    frames.push(frame(first, masked, 127, length));
                }
            }
        }
        frames
    }

    #[test]
    fn every_frame_counts_in_every_length_form() {
        let frames = frames();
        let mut meter = FrameMeter::default();
        for frame in &frames {
            assert_eq!(meter.skim(frame), 1, "{frame:x?}");
        }
        assert_eq!(FrameMeter::default().skim(&frames.concat()), frames.len() as u32);
    }

    #[test]
    fn frames_are_found_wherever_the_bytes_are_split() {
        let frames = frames();
        let bytes = frames.concat();
        for at in 0..=bytes.len() {
            let mut meter = FrameMeter::default();
            assert_eq!(
                meter.skim(&bytes[..at]) + meter.skim(&bytes[at..]),
                frames.len() as u32,
                "split at {at}"
            );
        }
        for size in [1, 2, 3, 7, 1024] {
            let mut meter = FrameMeter::default();
            let counted: u32 = bytes.chunks(size).map(|part| meter.skim(part)).sum();
            assert_eq!(counted, frames.len() as u32, "parts of {size}");
        }
    }

    #[test]
    fn the_longest_length_does_not_overflow() {
        let mut meter = FrameMeter::default();
        let head = [&[0x81, 0xff][..], &[0xff; 8]].concat();
        assert_eq!(meter.skim(&head), 1);
        assert_eq!(meter.skim(&[0x81; 1000]), 0);
    }

    #[test]
    fn an_allowance_is_used_up_by_a_burst_of_empty_frames() {
        let ping = frame(0x89, true, 0, 0);
        let mut allowance = Allowance::new(10);
        assert!((0..40).all(|_| allowance.take(&ping)));
        assert!(!allowance.take(&ping.repeat(100)));
        assert!(allowance.is_used_up());
    }
}
