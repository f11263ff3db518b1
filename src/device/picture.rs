//! Pictures, drawn on a canvas that is never shown and shared as PNG files. Uses reflection where web-sys would make
//! the program larger.

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::wake_lock::{call, get};
use super::web::{file, share_file};
use super::{Picture, ShareOutcome, Stroke};

fn text(text: &str) -> JsValue {
    JsValue::from_str(text)
}

fn numbers(numbers: &[f64]) -> Array {
    numbers.iter().copied().map(JsValue::from_f64).collect()
}

fn set(of: &JsValue, name: &str, value: impl Into<JsValue>) -> Result<(), JsValue> {
    Reflect::set(of, &text(name), &value.into()).map(|_| ())
}

fn new(class: &str, with: &Array) -> Result<JsValue, JsValue> {
    let class: Function = get(&js_sys::global(), class).ok_or(JsValue::NULL)?.dyn_into()?;
    Reflect::construct(&class, with)
}

/// A text cut to fit the width `room`, with an ellipsis if something is missing.
fn cut(brush: &JsValue, whole: &str, room: f64) -> Result<String, JsValue> {
    let fits = |some: &str| -> Result<bool, JsValue> {
        let measured = call(brush, "measureText", &Array::of1(&text(some)))?;
        Ok(get(&measured, "width").and_then(|width| width.as_f64()).is_none_or(|width| width <= room))
    };
    if fits(whole)? {
        return Ok(whole.to_owned());
    }
    let mut chars: Vec<char> = whole.chars().collect();
    loop {
        chars.pop();
        let shorter = chars.iter().collect::<String>() + "…";
        if chars.is_empty() || fits(&shorter)? {
            return Ok(shorter);
        }
    }
}

fn draw(brush: &JsValue, stroke: &Stroke) -> Result<(), JsValue> {
    match stroke {
        Stroke::Fill { at, colour } => {
            set(brush, "fillStyle", *colour)?;
            call(brush, "fillRect", &numbers(at))?;
        }
        Stroke::Text { text: whole, x, y, font, colour, right, room } => {
            set(brush, "fillStyle", *colour)?;
            set(brush, "font", font.as_str())?;
            set(brush, "textAlign", if *right { "right" } else { "left" })?;
            let shown = cut(brush, whole, *room)?;
            call(brush, "fillText", &Array::of3(&text(&shown), &JsValue::from_f64(*x), &JsValue::from_f64(*y)))?;
        }
        Stroke::Line { path, colour, width } => {
            set(brush, "strokeStyle", *colour)?;
            set(brush, "lineWidth", *width)?;
            set(brush, "lineJoin", "round")?;
            call(brush, "stroke", &Array::of1(&new("Path2D", &Array::of1(&text(path)))?))?;
        }
        Stroke::Mark { shape, colour, at: [x, y], size } => {
            call(brush, "save", &Array::new())?;
            call(brush, "translate", &numbers(&[*x, *y]))?;
            call(brush, "scale", &numbers(&[size / 24.0, size / 24.0]))?;
            let disc = text("M12 0a12 12 0 1 0 0 24 12 12 0 0 0 0-24z");
            for (path, colour) in [(disc, *colour), (text(shape), "#fff")] {
                set(brush, "fillStyle", colour)?;
                call(brush, "fill", &Array::of2(&new("Path2D", &Array::of1(&path))?, &text("evenodd")))?;
            }
            call(brush, "restore", &Array::new())?;
        }
    }
    Ok(())
}

/// Draws the picture as a PNG file.
async fn png(picture: &Picture) -> Result<JsValue, JsValue> {
    let document = web_sys::window().and_then(|window| window.document()).ok_or(JsValue::NULL)?;
    let canvas: JsValue = document.create_element("canvas")?.into();
    let [wide, high] = picture.size;
    set(&canvas, "width", wide)?;
    set(&canvas, "height", high)?;
    let brush = call(&canvas, "getContext", &Array::of1(&text("2d")))?;
    for stroke in &picture.strokes {
        draw(&brush, stroke)?;
    }
    let drawn = Promise::new(&mut |done, failed| {
        if let Err(error) = call(&canvas, "toBlob", &Array::of2(&done, &text("image/png"))) {
            // The promise's own callback cannot fail.
            let _ = failed.call1(&JsValue::UNDEFINED, &error);
        }
    });
    let blob = JsFuture::from(drawn).await?;
    if blob.is_null() {
        return Err(blob);
    }
    file(&picture.name, "image/png", &blob)
}

/// Shares a picture through the share sheet if that accepts files, otherwise saves it as a download.
pub async fn share_picture(picture: Picture) -> ShareOutcome {
    match png(&picture).await {
        Ok(file) => share_file(&picture.name, &file).await,
        Err(_) => ShareOutcome::Failed,
    }
}
