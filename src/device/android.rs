//! What Android can do for the app and its webview cannot, requested through Java: share, vibrate, keep the screen on.
//! There are no answers.

use dioxus::mobile::wry::prelude::dispatch;
use jni::JNIEnv;
use jni::errors::Result;
use jni::objects::{JObject, JValue};

/// `Context.VIBRATOR_SERVICE`.
const VIBRATOR: &str = "vibrator";
/// `VibrationEffect.DEFAULT_AMPLITUDE`.
const AS_USUAL: i32 = -1;
/// `WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON`.
const KEEP_SCREEN_ON: i32 = 0x80;

/// Runs `what` on the activity's own thread, as soon as that has time.
fn ask(what: impl FnOnce(&mut JNIEnv, &JObject) -> Result<()> + Send + 'static) {
    dispatch(move |env, activity, _| {
        if what(env, activity).is_err() {
            // An exception that is left would end the app at the next call. If it was another error, there is nothing
            // to clear.
            let _ = env.exception_clear();
        }
    });
}

/// Offers a text to other apps, in the system's share sheet.
pub fn share(title: String, text: String) {
    ask(move |env, activity| {
        let action = env.new_string("android.intent.action.SEND")?;
        let intent = env.new_object("android/content/Intent", "(Ljava/lang/String;)V", &[(&action).into()])?;
        let kind = env.new_string("text/plain")?;
        let sets = "(Ljava/lang/String;)Landroid/content/Intent;";
        env.call_method(&intent, "setType", sets, &[(&kind).into()])?;
        for (name, value) in [("android.intent.extra.SUBJECT", &title), ("android.intent.extra.TEXT", &text)] {
            let (name, value) = (env.new_string(name)?, env.new_string(value)?);
            let puts = "(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;";
            env.call_method(&intent, "putExtra", puts, &[(&name).into(), (&value).into()])?;
        }
        let title = env.new_string(title)?;
        let wraps = "(Landroid/content/Intent;Ljava/lang/CharSequence;)Landroid/content/Intent;";
        let with = [(&intent).into(), (&title).into()];
        let chooser = env.call_static_method("android/content/Intent", "createChooser", wraps, &with)?.l()?;
        env.call_method(activity, "startActivity", "(Landroid/content/Intent;)V", &[(&chooser).into()])?;
        Ok(())
    });
}

/// Vibrates for so many milliseconds. Needs the permission that `Dioxus.toml` asks for.
pub fn buzz(milliseconds: u32) {
    ask(move |env, activity| {
        let name = env.new_string(VIBRATOR)?;
        let finds = "(Ljava/lang/String;)Ljava/lang/Object;";
        let vibrator = env.call_method(activity, "getSystemService", finds, &[(&name).into()])?.l()?;
        let makes = "(JI)Landroid/os/VibrationEffect;";
        let with = [JValue::Long(milliseconds.into()), JValue::Int(AS_USUAL)];
        let effect = env.call_static_method("android/os/VibrationEffect", "createOneShot", makes, &with)?.l()?;
        env.call_method(&vibrator, "vibrate", "(Landroid/os/VibrationEffect;)V", &[(&effect).into()])?;
        Ok(())
    });
}

/// Keeps the screen on while the app is visible, or stops doing so.
pub fn stay_awake(on: bool) {
    ask(move |env, activity| {
        let window = env.call_method(activity, "getWindow", "()Landroid/view/Window;", &[])?.l()?;
        let name = if on { "addFlags" } else { "clearFlags" };
        env.call_method(&window, name, "(I)V", &[JValue::Int(KEEP_SCREEN_ON)])?;
        Ok(())
    });
}
